import type { Static } from 'typebox';
import { parseTicketKey } from '../ticket.ts';
import type { EventTicket } from '../ticket-events.ts';
import { rowFields } from './ticket-fields.ts';
import type { TicketRow } from './ticket-row.ts';

/**
 * The stored payload of an event, with the ticket also as lists show it if the event is about one. The row follows from
 * `ticket`, so the event log does not store it; it would take 600 bytes more for each event.
 */
export function withTicketRow(data: string): string {
  if (!data.startsWith('{"ticket":{')) return data;
  const row = rowOf((JSON.parse(data) as { ticket: EventTicket }).ticket);
  return row ? `${data.slice(0, -1)},"row":${JSON.stringify(row)}}` : data;
}

function rowOf(ticket: EventTicket): Static<typeof TicketRow> | undefined {
  const { key = null, workspaceId, labelIds, counts } = ticket;
  if (!labelIds || !counts) return undefined;
  const row: Record<string, unknown> = {};
  for (const name of rowFields) row[name] = (ticket as Record<string, unknown>)[name] ?? null;
  const number = key === null ? null : (parseTicketKey(key)?.number ?? null);
  return Object.assign(row as Static<typeof TicketRow>, { number, key, workspaceId, labelIds, counts });
}
