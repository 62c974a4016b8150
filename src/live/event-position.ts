import type { EventRow } from '../events/index.ts';
import { invalid } from '../platform/errors.ts';

/** The position of an event in the settled order of the event log. Clients see it as the message `id`, `<xid>-<seq>`. */
export type EventPosition = Pick<EventRow, 'xid' | 'seq'>;

export const isBefore = (a: EventPosition, b: EventPosition) =>
  a.xid < b.xid || (a.xid === b.xid && a.seq < b.seq);

export const isSamePosition = (a: EventPosition, b: EventPosition) => a.xid === b.xid && a.seq === b.seq;

export const laterPosition = (a: EventPosition, b: EventPosition) => (isBefore(a, b) ? b : a);

export const formatPosition = ({ xid, seq }: EventPosition) => `${xid}-${seq}`;

const positionPattern = /^(\d{1,15})-(\d{1,15})$/;

export function parsePosition(text: string): EventPosition {
  const match = positionPattern.exec(text);
  if (!match) throw invalid({ lastEventId: ['LastEventId must be the id of a message of this stream'] });
  return { xid: Number(match[1]), seq: Number(match[2]) };
}
