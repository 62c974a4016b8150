import { byRowNumber, listPage, pagedList, type Queries } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';

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

const ofTicket = pagedList<{ ticketId: string }, HistoryRow>({
  columns: `e.id, e.seq, e.type, e.occurred_at as "occurredAt", e.data, e.actor_id as "actorId", u.name as "actorName",
    u.email as "actorEmail", u.image as "actorImage"`,
  from: 'events e',
  joins: 'left join users u on u.id = e.actor_id',
  owner: { column: 'e.ticket_id', param: 'ticketId' },
  where: '',
  sort: [byRowNumber('e.seq', 'desc', ({ seq }) => seq)],
});

export const listHistoryRows = (
  queries: Queries,
  ticketId: string,
  page: Page,
  count: () => Promise<number>,
) => listPage(queries, ofTicket, { ticketId }, page, count);
