import { countHistory, type EventType, forgottenText, isForgotten } from '../../events/index.ts';
import { readsForPage } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { canReadTicket } from '../ticket-access.ts';
import { type HistoryRow, listHistoryRows } from './history-store.ts';

export interface HistoryEntry extends HistoryRow {
  description: string;
  changes: object | undefined;
}

/** The events of a ticket, newest first, with the sentences of the event catalogue. */
export async function listHistory(scope: Scope, catalogue: readonly EventType[], ref: string, page: Page) {
  const { db, actor } = scope;
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  const count = () => countHistory(db, ticket.id);
  const { rows: events, ...position } = await listHistoryRows(
    readsForPage(db, page),
    { ticketId: ticket.id },
    page,
    count,
  );
  const types = new Map(catalogue.map((type) => [type.name, type]));
  const rows = events.map((row): HistoryEntry => {
    if (isForgotten(row.data)) return { ...row, description: forgottenText, changes: undefined };
    const payload = JSON.parse(row.data) as { changes?: object };
    return {
      ...row,
      description: types.get(row.type)?.sentence(payload) ?? row.type,
      changes: payload.changes,
    };
  });
  return { rows, ...position };
}
