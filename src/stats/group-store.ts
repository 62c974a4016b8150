import { type Queries, statement } from '../platform/db/index.ts';

/** A ticket entered or left a group. Its other columns are those of the ticket now. */
export interface GroupMove {
  ticketId: string;
  at: number;
  isIn: number;
  /** 1 if the ticket moved on to a cycle. */
  toCycle: number;
  status: string;
  completedAt: number | null;
  /** Hundredths. */
  estimate: number | null;
}

const ticketColumns = 't.status, t.completed_at as "completedAt", t.estimate_hundredths as estimate';

// Enough for 10,000 tickets that entered and left.
const movesMax = 20_000;

const ofGroup = statement<{ groupId: string; limit: number }, GroupMove>(`
  select m.ticket_id as "ticketId", m.at, 1 as "isIn", 0 as "toCycle", ${ticketColumns}
  from ticket_group_moves m join tickets t on t.id = m.ticket_id
  where m.to_group_id = :groupId and t.deleted_at is null
  union all
  select m.ticket_id, m.at, 0, case when g.kind = 'cycle' then 1 else 0 end, ${ticketColumns}
  from ticket_group_moves m join tickets t on t.id = m.ticket_id left join groups g on g.id = m.to_group_id
  where m.from_group_id = :groupId and t.deleted_at is null
  limit :limit`);
export const listGroupMoves = (queries: Queries, groupId: string) =>
  queries.list(ofGroup, { groupId, limit: movesMax });

export interface GroupTicket {
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}

const ticketsMax = 20_000;

const ticketsInGroup = statement<{ groupId: string; limit: number }, GroupTicket>(`
  select t.created_at as "createdAt", t.completed_at as "completedAt",
    (select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') as "startedAt"
  from tickets t where (t.group_id = :groupId or t.milestone_id = :groupId) and t.deleted_at is null and t.status <> 'cancelled' limit :limit`);
/** The tickets that are in the group now, without cancelled ones. */
export const listGroupTickets = (queries: Queries, groupId: string) =>
  queries.list(ticketsInGroup, { groupId, limit: ticketsMax });
