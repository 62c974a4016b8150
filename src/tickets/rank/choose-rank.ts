import { rankAt } from '../fields/ticket-rules.ts';
import { rankAfterLast, rankBetween, rankLengthMax, ranksBetween } from './rank.ts';
import type { RankedTicket } from './rank-store.ts';

/** Lists the tickets on one side of a place, nearest first, including the placed ticket if it is there. */
type ListNeighbours = (limit: number) => Promise<RankedTicket[]>;

export interface Place {
  before: ListNeighbours;
  after: ListNeighbours;
}

export interface ChosenRank {
  rank: string;
  /** Neighbours that get a new rank, because no rank was left between them. */
  displaced: RankedTicket[];
}

const displacedPerSide = 32;
const displacedPerSideMax = 256;

/** Chooses the rank of a ticket at a place; undefined if the ticket is there already. */
export async function chooseRank(id: string, place: Place, now: number): Promise<ChosenRank | undefined> {
  const [before, after] = await Promise.all([place.before(1), place.after(1)]);
  if (before[0]?.id === id || after[0]?.id === id) return undefined;
  const [low] = before;
  const [high] = after;
  const rank = high ? rankBetween(low?.rank, high.rank) : rankOfLast(id, low, now);
  return rank === undefined ? spreadNeighbours(id, place, displacedPerSide) : { rank, displaced: [] };
}

/** The rank that a new ticket would get, so that tickets created later still come after it. */
function rankOfLast(id: string, last: RankedTicket | undefined, now: number) {
  const rank = rankAt(now, id);
  return !last || last.rank < rank ? rank : rankAfterLast(last.rank);
}

/** Spreads the neighbours evenly between the next tickets on both sides. */
async function spreadNeighbours(id: string, place: Place, perSide: number): Promise<ChosenRank> {
  const sides = await Promise.all([place.before(perSide + 2), place.after(perSide + 2)]);
  const [before, after] = sides.map((side) => side.filter((ticket) => ticket.id !== id)) as typeof sides;
  const inner = [...before.slice(0, perSide).reverse(), ...after.slice(0, perSide)];
  const ranks = ranksBetween(before[perSide]?.rank, after[perSide]?.rank, inner.length + 1);
  // Long ranks would soon make another placement displace as many tickets; further away there is room.
  const isLong = (ranks?.[0]?.length ?? rankLengthMax) > rankLengthMax / 2;
  if (!ranks || (isLong && perSide < displacedPerSideMax)) return spreadNeighbours(id, place, perSide * 2);
  const [rank] = ranks.splice(Math.min(before.length, perSide), 1);
  return {
    rank: rank as string,
    displaced: inner.map((ticket, index) => ({ id: ticket.id, rank: ranks[index] as string })),
  };
}
