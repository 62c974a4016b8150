import type { LaneAddress } from './lane-messages.ts';
import { newLaneReads } from './lane-reads.ts';
import { type LaneLimits, ReadLanes } from './read-lanes.ts';

/** Loops and commands share this person's turn. */
const background = { person: 'background' };

/** No thread starts before the first read. */
export function openReadLanes(address: LaneAddress, limits?: Partial<LaneLimits>) {
  const lanes = new ReadLanes(address, limits);
  const readsFor = newLaneReads(address.engine, lanes);
  return { ownReads: readsFor(background), readsFor, status: () => lanes.status(), stop: () => lanes.stop() };
}
