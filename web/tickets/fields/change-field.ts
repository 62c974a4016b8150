import { m } from '../../messages/index.ts';
import { changeTickets, type TicketPatch, type TicketRow } from '../../replica/index.ts';

/** How a toast names the changed tickets: one by its key or title, several by their number. */
export function whatOf(rows: readonly Pick<TicketRow, 'key' | 'title'>[]): string {
  const [only] = rows;
  if (rows.length === 1 && only) return only.key ?? `“${only.title}”`;
  return m.fields.done.tickets(rows.length);
}

/** Changes the tickets and shows a toast. */
export function changeField(
  rows: readonly TicketRow[],
  patch: TicketPatch,
  sentence: (what: string) => string,
): void {
  changeTickets(
    rows.map(({ id }) => id),
    patch,
    sentence(whatOf(rows)),
  );
}

/** Adds the label to all of the tickets, or removes it if all have it. */
export function toggleLabel(rows: readonly TicketRow[], label: { id: string; name: string }): void {
  const isRemoval = rows.every(({ labelIds }) => labelIds.includes(label.id));
  const sentence = isRemoval ? m.fields.done.labelRemoved : m.fields.done.labelAdded;
  changeTickets(
    rows.map(({ id }) => id),
    ({ labelIds }) => ({
      labelIds: isRemoval ? labelIds.filter((id) => id !== label.id) : [...labelIds, label.id],
    }),
    sentence(whatOf(rows), label.name),
  );
}
