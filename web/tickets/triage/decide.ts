import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { formatDateTime } from '../../parts/dates/dates.ts';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { changeTickets, readRow, type TicketRow } from '../../replica/index.ts';
import { whatOf } from '../fields/change-field.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';

const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => readRow(id) ?? []);

export const acceptTickets = (ids: readonly string[]): void =>
  changeTickets(ids, { triage: null }, m.triage.accepted(whatOf(rowsOf(ids))));

export const snoozeTickets = (ids: readonly string[], untilMs: number): void => {
  const snoozedUntil = new Date(untilMs).toISOString();
  const summary = m.triage.snoozed(whatOf(rowsOf(ids)), formatDateTime(snoozedUntil));
  changeTickets(ids, { triage: 'snoozed', snoozedUntil }, summary);
};

export const returnTickets = (ids: readonly string[]): void =>
  changeTickets(ids, { triage: 'waiting' }, m.triage.returned(whatOf(rowsOf(ids))));

/**
 * Without a reason it can be undone as a whole, and waits for a connection. A comment cannot be taken back once it is
 * sent, so with a reason there is no undo. If somebody else decided meanwhile, the answer of the server says so.
 */
export async function declineTicket(row: TicketRow, reason: string, tellSender: boolean): Promise<void> {
  if (reason === '' && readRow(row.id)?.triage) {
    changeTickets([row.id], { triage: null, status: 'cancelled' }, m.triage.declined(whatOf([row])));
    return;
  }
  await api.decideTriage({ params: { id: row.id }, body: { decision: 'decline', reason, tellSender } });
  refreshTicket(row.id);
  showToast({ text: m.triage.declined(whatOf([row])) });
}

export async function markDuplicate(row: TicketRow, other: { id: string; name: string }): Promise<void> {
  const body = { decision: 'duplicate', duplicateOf: other.id } as const;
  const isDone = await attempt(() => api.decideTriage({ params: { id: row.id }, body }));
  refreshTicket(row.id);
  refreshTicket(other.id);
  if (isDone) showToast({ text: m.triage.isDuplicate(whatOf([row]), other.name) });
}

const refreshTicket = (id: string) =>
  void queryClient.invalidateQueries({ queryKey: ticketQueries.ofTicket(id) });
