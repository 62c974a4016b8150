import type { TicketItem } from '../../../sdk/index.ts';
import { type RowField, rowFields } from '../row-fields.ts';
import type { TicketRow, TicketWithDetails } from '../types.ts';

/** The row of a ticket, from an answer with its details. */
export const rowOfTicket = (ticket: TicketWithDetails): TicketRow =>
  rowOfItem(
    ticket,
    ticket.labels.map(({ id }) => id),
  );

/** The row of a list item, which has no labels. */
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
