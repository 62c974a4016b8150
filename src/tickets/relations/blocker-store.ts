import { type Queries, sql, statement } from '../../platform/db/index.ts';
import { openCondition } from '../ticket.ts';

export interface Blocker {
  /** The ticket that waits. */
  ticketId: string;
  id: string;
  title: string;
  number: number | null;
  projectId: string | null;
  projectKey: string | null;
}

const openEdges = statement<{ ticketIds: string[] }, Blocker & { aboveId: string }>(`
  with recursive above(ticket_id, id) as (
    select t.id, t.id from tickets t where t.id in :ticketIds[]
    union
    select a.ticket_id, p.id from above a join tickets t on t.id = a.id
      join tickets p on p.id = t.parent_id and p.deleted_at is null)
  select a.ticket_id as "ticketId", a.id as "aboveId", b.id, b.title, b.number, b.project_id as "projectId", p.key as "projectKey"
  from above a join ticket_relations r on r.to_id = a.id and r.kind = 'blocks'
  join tickets b on b.id = r.from_id and b.deleted_at is null and ${openCondition('b.status')}
  left join projects p on p.id = b.project_id
  where p.id is null or p.status <> 'deleted'
  order by a.ticket_id, r.created_at, b.id`);

const ancestors = sql.list<{ ids: string[] }, { of: string; id: string }>(`
  with recursive above(origin, id) as (
    select t.id, t.id from tickets t where t.id in :ids[]
    union
    select a.origin, t.parent_id from above a join tickets t on t.id = a.id where t.parent_id is not null)
  select origin as "of", id from above`);

/**
 * Lists what blocks the tickets: the open blockers of each one and of the tickets above it. A blocker that is itself
 * below the blocked ancestor does not count: if each part of an epic blocks the epic, the parts do not block each
 * other.
 */
export async function listOpenBlockers(queries: Queries, ticketIds: string[]): Promise<Blocker[]> {
  if (ticketIds.length === 0) return [];
  const edges = await queries.list(openEdges, { ticketIds });
  const inherited = edges.filter(({ ticketId, aboveId }) => ticketId !== aboveId);
  const ids = [...new Set(inherited.map(({ id }) => id))];
  const isWithin = new Set(
    (ids.length === 0 ? [] : await ancestors(queries, { ids })).map((row) => `${row.of} ${row.id}`),
  );
  const counted = edges.filter(
    ({ ticketId, aboveId, id }) => ticketId === aboveId || !isWithin.has(`${id} ${aboveId}`),
  );
  // A ticket may block both the ticket and one above it.
  const byPair = new Map(
    counted.map(({ aboveId, ...blocker }) => [`${blocker.ticketId} ${blocker.id}`, blocker]),
  );
  return [...byPair.values()];
}

/** Lists the tickets, those that the blockers block, and everything below both. */
export const listTicketsAtOrBelow = sql.listValues<
  { ticketIds: string[]; blockerIds: string[] },
  { id: string }
>(`
  with recursive below(id) as (
    select t.id from tickets t where t.id in :ticketIds[]
    union
    select r.to_id from ticket_relations r where r.from_id in :blockerIds[] and r.kind = 'blocks'
    union
    select t.id from below b join tickets t on t.parent_id = b.id)
  select id from below`);

/** Lists the tickets of a project that block others. */
export const listBlockersInProject = sql.listValues<{ projectId: string }, { id: string }>(`
  select t.id from tickets t where t.project_id = :projectId
    and exists (select 1 from ticket_relations r where r.from_id = t.id and r.kind = 'blocks')`);

const aboveOf = statement<{ ticketId: string }, { id: string }>(`
  with recursive above(id) as (
    select t.id from tickets t where t.id = :ticketId
    union
    select t.parent_id from above a join tickets t on t.id = a.id where t.parent_id is not null)
  select id from above`);
const lockAll = statement<{ ids: string[] }, { id: string }>(
  'select id from tickets where id in :ids[] order by id for update',
);

export const lockTicketRows = async (tx: Queries, ids: string[]) => {
  if (ids.length > 0) await tx.list(lockAll, { ids });
};

/**
 * Locks the ticket, those above it and their open blockers, so that nothing changes whether it is blocked until the
 * transaction ends: who adds a blocker locks the blocked ticket, who sets a parent the child, who closes a blocker
 * that one.
 */
export async function lockReadiness(tx: Queries, ticketId: string): Promise<Blocker[]> {
  for (let locked = ''; ; ) {
    const above = (await tx.list(aboveOf, { ticketId })).map(({ id }) => id);
    const blockers = await listOpenBlockers(tx, [ticketId]);
    const ids = [...new Set([...above, ...blockers.map(({ id }) => id)])].sort();
    // What others changed before they released their locks may have added tickets.
    if (ids.join() === locked) return blockers;
    await lockTicketRows(tx, ids);
    locked = ids.join();
  }
}
