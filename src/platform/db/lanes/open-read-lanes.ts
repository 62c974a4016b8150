import type { LaneAddress } from './lane-messages.ts';
import { newLaneReads, type ReadPosition } from './lane-reads.ts';
import { type LaneLimits, ReadLanes } from './read-lanes.ts';

/** Loops and commands share the turn of this person. */
const background = { person: 'background' };

/** Starts no thread before the first read. */
export function openReadLanes(
  address: LaneAddress,
  { readPosition, ...limits }: Partial<LaneLimits> & { readPosition?: ReadPosition | undefined } = {},
) {
  const lanes = new ReadLanes(address, limits);
  const readsFor = newLaneReads(address.engine, lanes, readPosition);
  return { ownReads: readsFor(background), readsFor, status: () => lanes.status(), stop: () => lanes.stop() };
}
