import type { EventRow } from '../events/index.ts';
import { toIso } from '../platform/instant.ts';
import { type EventPlace, presentPlace } from './event-place.ts';

/** An event as it goes over the wire; the bytes are made once and shared by all who get them. */
export interface LiveMessage {
  event: EventRow;
  place: EventPlace;
  bytes: Buffer;
}

export function presentEvent(event: EventRow): LiveMessage {
  const { id, type, occurredAt, data, xid, seq } = event;
  const place = { xid, seq };
  // The payload is JSON on one line already, frozen when it happened.
  const body = `{"id":"${id}","type":"${type}","timestamp":"${toIso(occurredAt)}","data":${data}}`;
  return {
    event,
    place,
    bytes: Buffer.from(`id: ${presentPlace(place)}\nevent: ${type}\ndata: ${body}\n\n`),
  };
}

const retryMs = 2_000;

/** An id without data moves the place from which a client resumes, and is no event to it. */
export const opening = (place: EventPlace) => `retry: ${retryMs}\nid: ${presentPlace(place)}\n\n`;

export const heartbeat = (place: EventPlace) => `: still here\nid: ${presentPlace(place)}\n\n`;

export function reset(place: EventPlace): string {
  const data = {
    type: 'reset',
    reason: 'Not all events since your last one can be sent any more. Load what you show anew.',
  };
  return `id: ${presentPlace(place)}\nevent: reset\ndata: ${JSON.stringify(data)}\n\n`;
}
