import { type Queries, statement } from '../platform/db/index.ts';

export interface HistoryRow {
  id: string;
  type: string;
  occurredAt: number;
  data: string;
  actorId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  actorImage: string | null;
}

const page = statement<{ ticketId: string; limit: number; offset: number }, HistoryRow>(`
  select e.id, e.type, e.occurred_at as "occurredAt", e.data, e.actor_id as "actorId", u.name as "actorName",
    u.email as "actorEmail", u.image as "actorImage"
  from events e left join users u on u.id = e.actor_id
  where e.ticket_id = :ticketId order by e.seq desc limit :limit offset :offset`);
const count = statement<{ ticketId: string }, { total: number }>(
  'select count(*) as total from events where ticket_id = :ticketId',
);

export const listHistoryRows = (queries: Queries, ticketId: string, limit: number, offset: number) =>
  queries.list(page, { ticketId, limit, offset });
export const countHistory = async (queries: Queries, ticketId: string) =>
  (await queries.find(count, { ticketId }))?.total ?? 0;
