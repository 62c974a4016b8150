import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankAt } from '../fields/ticket-rules.ts';
import { type ChosenRank, chooseRank } from './choose-rank.ts';
import { rankLengthMax } from './rank.ts';
import type { RankedTicket } from './rank-store.ts';

const now = 1_790_000_000_000;
const idOf = (number: number) => `01a196fb-1635-7c57-8567-${String(number).padStart(12, '0')}`;

/** The tickets of a home in memory. `insert` places a new one at an index. */
function newHome(count: number) {
  const order: RankedTicket[] = Array.from({ length: count }, (_, i) => ({
    id: idOf(i),
    rank: rankAt(now + i, idOf(i)),
  }));
  return {
    order,
    async insert(index: number, id: string): Promise<ChosenRank> {
      const chosen = await chooseRank(
        id,
        {
          before: async (limit) => order.slice(Math.max(0, index - limit), index).reverse(),
          after: async (limit) => order.slice(index, index + limit),
        },
        now,
      );
      assert.ok(chosen);
      const newRanks = new Map(chosen.displaced.map((ticket) => [ticket.id, ticket.rank]));
      for (const ticket of order) ticket.rank = newRanks.get(ticket.id) ?? ticket.rank;
      order.splice(index, 0, { id, rank: chosen.rank });
      return chosen;
    },
  };
}

const isAscending = (order: RankedTicket[]) =>
  order.every(({ rank }, i) => i === 0 || (order[i - 1] as RankedTicket).rank < rank);

const sequences: Record<string, (i: number) => number> = {
  'always after the same ticket': () => 50,
  'always before the same ticket': (i) => 50 + i,
  'always between the last two': (i) => 50 + Math.ceil(i / 2),
  'always first': () => 0,
};
for (const [name, indexOf] of Object.entries(sequences)) {
  test(`3,000 tickets placed ${name} keep the order, with ranks of at most 64 characters`, async () => {
    const home = newHome(100);
    let displaced = 0;
    for (let i = 0; i < 3_000; i++) {
      const chosen = await home.insert(indexOf(i), idOf(1_000 + i));
      assert.ok(chosen.rank.length <= rankLengthMax);
      assert.ok(chosen.displaced.length <= 512, 'a placement displaces at most 256 tickets on each side');
      displaced += chosen.displaced.length;
    }
    assert.ok(isAscending(home.order));
    assert.ok(displaced <= 2 * 3_000, `${displaced} displaced: two for each placement, at most`);
  });
}
