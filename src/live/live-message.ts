import type { EventRow } from '../events/index.ts';
import { toIso } from '../platform/instant.ts';
import { withTicketRow } from '../tickets/index.ts';
import { type EventPosition, formatPosition } from './event-position.ts';

/** An event as a server-sent message. The bytes are built once and shared by all connections that receive them. */
export interface LiveMessage {
  event: EventRow;
  position: EventPosition;
  bytes: Buffer;
  /** Derived from another event at the same position; it does not advance the position of the client. */
  isDerived?: true;
  /**
   * Set for a message that is only for streams whose filter of projects leaves this project out; null is a ticket
   * without a project.
   */
  unlessWithProject?: string | null;
}

export function presentEvent(event: EventRow): LiveMessage {
  const position = eventPosition(event);
  return { event, position, bytes: Buffer.from(`id: ${formatPosition(position)}\n${serializeEvent(event)}`) };
}

/** The message has no id, so that a client that reconnects after it still receives the event that caused it. */
export const presentDerived = (event: EventRow): LiveMessage => ({
  event,
  position: eventPosition(event),
  bytes: Buffer.from(serializeEvent(event)),
  isDerived: true,
});

const eventPosition = ({ xid, seq }: EventRow): EventPosition => ({ xid, seq });

/** `data` is stored as JSON on one line, so it needs no escaping. */
const serializeEvent = ({ id, type, occurredAt, data }: EventRow) =>
  `event: ${type}\ndata: {"id":"${id}","type":"${type}","timestamp":"${toIso(occurredAt)}","data":${withTicketRow(data)}}\n\n`;

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
