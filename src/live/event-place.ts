import type { EventRow } from '../events/index.ts';
import { invalid } from '../platform/errors.ts';

/** Where an event stands in the order of all; outside it is the `id` of a message, `<xid>-<seq>`. */
export type EventPlace = Pick<EventRow, 'xid' | 'seq'>;

export const isBefore = (a: EventPlace, b: EventPlace) => a.xid < b.xid || (a.xid === b.xid && a.seq < b.seq);

export const isSame = (a: EventPlace, b: EventPlace) => a.xid === b.xid && a.seq === b.seq;

export const laterOf = (a: EventPlace, b: EventPlace) => (isBefore(a, b) ? b : a);

export const presentPlace = ({ xid, seq }: EventPlace) => `${xid}-${seq}`;

const shape = /^(\d{1,15})-(\d{1,15})$/;

export function parsePlace(text: string): EventPlace {
  const match = shape.exec(text);
  if (!match) throw invalid({ lastEventId: ['LastEventId must be the id of a message of this stream'] });
  return { xid: Number(match[1]), seq: Number(match[2]) };
}
