import { sql } from '../../platform/db/index.ts';

/** The stored kinds. `blocked_by` and `duplicated_by` are the same rows, read from the other ticket. */
export const storedKinds = ['blocks', 'relates', 'duplicates'] as const;
export type StoredKind = (typeof storedKinds)[number];

export interface RelationRow {
  kind: StoredKind;
  /** 1 if the requested ticket is the one that blocks or duplicates. */
  outgoing: number;
  otherId: string;
  createdAt: number;
}

type Edge = { fromId: string; toId: string; kind: StoredKind };

export const listRelationRows = sql.list<{ ticketId: string }, RelationRow>(`
  select kind, 1 as outgoing, to_id as "otherId", created_at as "createdAt" from ticket_relations
  where from_id = :ticketId
  union all
  select kind, 0, from_id, created_at from ticket_relations where to_id = :ticketId
  order by 4, 3`);
/** Returns true if the relation is new. */
export const insertRelation = sql.change<Edge & { now: number }>(`
  insert into ticket_relations (from_id, to_id, kind, created_at) values (:fromId, :toId, :kind, :now)
  on conflict do nothing`);
export const deleteRelation = sql.change<Edge>(
  'delete from ticket_relations where from_id = :fromId and to_id = :toId and kind = :kind',
);
/** True if a path of relations of this kind leads from one ticket to the other. */
export const isReachable = sql.exists<Edge, { id: string }>(`
  with recursive reached(id) as (
    select to_id from ticket_relations where from_id = :fromId and kind = :kind
    union
    select r.to_id from ticket_relations r join reached on reached.id = r.from_id where r.kind = :kind)
  select id from reached where id = :toId`);
