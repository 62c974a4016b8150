import { type Queries, statement } from '../platform/db/index.ts';

export interface GroupTicket {
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
}

const ofGroup = statement<{ groupId: string; limit: number }, GroupTicket>(`
  select t.created_at as "createdAt", t.completed_at as "completedAt",
    (select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') as "startedAt"
  from tickets t where (t.group_id = :groupId or t.milestone_id = :groupId) and t.deleted_at is null and t.status <> 'cancelled' limit :limit`);

const ticketsMax = 20_000;

/** The tickets that are in the group now, without cancelled ones. */
export const listGroupTickets = (queries: Queries, groupId: string) =>
  queries.list(ofGroup, { groupId, limit: ticketsMax });
