import type { TicketItem } from '../../../sdk/index.ts';
import { type RowField, rowFields } from '../row-fields.ts';
import type { TicketRow, TicketWithDetails } from '../types.ts';

/** Makes a row from an answer with the details of a ticket. */
export const rowOfTicket = (ticket: TicketWithDetails): TicketRow =>
  rowOfItem(
    ticket,
    ticket.labels.map(({ id }) => id),
  );

/** Makes a row from a list item, which has no labels. */
export function rowOfItem(item: TicketItem, labelIds: string[]): TicketRow {
  const given = Object.fromEntries(rowFields.map((name) => [name, item[name] ?? null]));
  return {
    ...(given as Pick<TicketRow, RowField>),
    key: item.key ?? null,
    workspaceId: item.workspaceId,
    labelIds: [...labelIds].sort(),
    counts: item._count,
  };
}
