import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import type { TicketRow } from '../../replica/index.ts';
import { whatOf } from '../fields/change-field.ts';
import { ticketQueries } from '../ticket/ticket-queries.ts';

/** Undefined until the ticket was opened: rows do not say who watches them. */
export const isWatching = (id: string): boolean | undefined =>
  queryClient.getQueryData(ticketQueries.watchers(id).queryKey)?.watching;

/** Subscribes to the tickets, or ends that. */
export async function changeWatching(rows: readonly TicketRow[], wanted: boolean): Promise<void> {
  const isDone = await attempt(() =>
    Promise.all(rows.map(({ id }) => (wanted ? api.watchTicket : api.unwatchTicket)({ params: { id } }))),
  );
  for (const { id } of rows)
    void queryClient.invalidateQueries({ queryKey: ticketQueries.watchers(id).queryKey });
  if (!isDone) return;
  const sentence = wanted ? m.verbs.done.subscribed : m.verbs.done.unsubscribed;
  showToast({
    text: sentence(whatOf(rows)),
    actions: [{ name: m.shell.undo, run: () => void changeWatching(rows, !wanted) }],
  });
}
