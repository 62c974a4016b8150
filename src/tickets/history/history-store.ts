import { byRowNumber, sql } from '../../platform/db/index.ts';

export interface HistoryRow {
  id: string;
  seq: number;
  type: string;
  occurredAt: number;
  data: string;
  actorId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  actorImage: string | null;
}

export const listHistoryRows = sql.page<{ ticketId: string }, HistoryRow>({
  columns: `e.id, e.seq, e.type, e.occurred_at as "occurredAt", e.data, e.actor_id as "actorId", u.name as "actorName",
    u.email as "actorEmail", u.image as "actorImage"`,
  from: 'events e',
  joins: 'left join users u on u.id = e.actor_id',
  owner: { column: 'e.ticket_id', param: 'ticketId' },
  where: '',
  sort: [byRowNumber('e.seq', 'desc', ({ seq }) => seq)],
});
