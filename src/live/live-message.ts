import type { EventRow } from '../events/index.ts';
import { toIso } from '../platform/instant.ts';
import { withTicketRow } from '../tickets/index.ts';
import { type EventPosition, formatPosition } from './event-position.ts';

/** An event as a server-sent message. The bytes are built once and shared by all connections that receive them. */
export interface LiveMessage {
  event: EventRow;
  position: EventPosition;
  bytes: Buffer;
}

export function presentEvent(event: EventRow): LiveMessage {
  const { id, type, occurredAt, data, xid, seq } = event;
  const position = { xid, seq };
  // `data` is stored as JSON on one line, so it needs no escaping.
  const body = `{"id":"${id}","type":"${type}","timestamp":"${toIso(occurredAt)}","data":${withTicketRow(data)}}`;
  return {
    event,
    position,
    bytes: Buffer.from(`id: ${formatPosition(position)}\nevent: ${type}\ndata: ${body}\n\n`),
  };
}

const retryMs = 2_000;

/** An id without data sets the client's `Last-Event-ID` without dispatching a message. */
export const openingMessage = (position: EventPosition) =>
  `retry: ${retryMs}\nid: ${formatPosition(position)}\n\n`;

export const heartbeatMessage = (position: EventPosition) =>
  `: still here\nid: ${formatPosition(position)}\n\n`;

export function resetMessage(position: EventPosition): string {
  const data = {
    type: 'reset',
    reason: 'Some events since your last one are no longer available. Reload your data.',
  };
  return `id: ${formatPosition(position)}\nevent: reset\ndata: ${JSON.stringify(data)}\n\n`;
}
