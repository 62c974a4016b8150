import { type Queries, statement, type Tx } from '../../platform/db/index.ts';

/** A ticket with its place in the order of its home. */
export interface RankedTicket {
  id: string;
  rank: string;
}

interface Side extends RankedTicket {
  homeId: string;
  limit: number;
}

const ofHome = `select id, rank from tickets
  where home_id = :homeId and deleted_at is null`;

// Every rank consists of letters and digits: the empty text sorts before all of them, `~` after.
const beforeAll: RankedTicket = { id: '', rank: '' };
const afterAll: RankedTicket = { id: '', rank: '~' };

const following = statement<Side, RankedTicket>(
  `${ofHome} and (rank, id) > (:rank, :id) order by rank, id limit :limit`,
);
/** Lists the next tickets of the home, nearest first; without `from`, the first ones. */
export const listFollowing = (
  queries: Queries,
  homeId: string,
  { id, rank }: RankedTicket | undefined = beforeAll,
  limit: number,
) => queries.list(following, { homeId, id, rank, limit });

const preceding = statement<Side, RankedTicket>(
  `${ofHome} and (rank, id) < (:rank, :id) order by rank desc, id desc limit :limit`,
);
/** Lists the previous tickets, nearest first; without `from`, the last ones. */
export const listPreceding = (
  queries: Queries,
  homeId: string,
  { id, rank }: RankedTicket | undefined = afterAll,
  limit: number,
) => queries.list(preceding, { homeId, id, rank, limit });

/** Serializes the placements in a home: two that see the same neighbours would choose the same rank. */
export const lockRanks = (tx: Tx, homeId: string) => tx.advisoryLock(`ranks of ${homeId}`);
