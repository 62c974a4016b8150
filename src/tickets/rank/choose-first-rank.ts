import type { Tx } from '../../platform/db/index.ts';
import { rankBetween } from './rank.ts';
import { listFollowing, lockRanks } from './rank-store.ts';

/** The rank of a new ticket that comes before all others of its home; its own where it is alone. */
export async function chooseFirstRank(
  tx: Tx,
  { homeId, rank }: { homeId: string; rank: string },
): Promise<string> {
  await lockRanks(tx, homeId);
  const [first] = await listFollowing(tx, homeId, undefined, 1);
  return (first && rankBetween(undefined, first.rank)) ?? rank;
}
