import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSeededRandom } from '../../cli/seed/seeded-random.ts';
import { freedTicketsFinder, freedWork, orderNeeds } from './need.ts';

/** Blocking relations that cannot form a cycle: a ticket is blocked only by tickets before it. */
const randomGraph = (tickets: number, random: () => number) =>
  new Map(
    Array.from({ length: tickets }, (_, ticket) => [
      `t${ticket}`,
      Array.from({ length: ticket }, (_, blocker) => `t${blocker}`).filter(() => random() < 0.25),
    ]),
  );

/** Closes the root, then again and again every ticket that nothing open blocks but what was closed. */
function closeAll(root: string, graph: Map<string, string[]>): string[] {
  const closed = [root];
  for (;;) {
    const next = [...graph].find(
      ([ticket, its]) =>
        !closed.includes(ticket) && its.length > 0 && its.every((blocker) => closed.includes(blocker)),
    );
    if (!next) return closed.sort();
    closed.push(next[0]);
  }
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

test('an item frees what a simulation of closing its ticket frees, on random graphs', () => {
  const random = newSeededRandom(7).fraction;
  for (let run = 0; run < 200; run++) {
    const graph = randomGraph(12, random);
    for (const root of graph.keys())
      assert.deepEqual([...freedTicketsFinder(graph)(root)].sort(), closeAll(root, graph));
  }
});

test('no other order of the items makes their work wait less, on random graphs', () => {
  const random = newSeededRandom(11).fraction;
  for (let run = 0; run < 60; run++) {
    const graph = randomGraph(14, random);
    const needs = [...graph.keys()].slice(0, 6).map((root) => {
      const tickets = closeAll(root, graph).length;
      const frees = { tickets, agents: Math.floor(random() * 4), days: tickets / 2 };
      return { id: root, since: 0, frees, minutes: 1 + Math.floor(random() * 15) };
    });
    const waiting = (order: typeof needs) => {
      let minutes = 0;
      let sum = 0;
      for (const need of order) {
        minutes += need.minutes;
        sum += minutes * freedWork(need.frees);
      }
      return sum;
    };
    const best = Math.min(...permutations(needs).map(waiting));
    assert.ok(waiting(orderNeeds(needs)) <= best * (1 + 1e-9), `run ${run}`);
  }
});

test('a chain, a diamond and a ticket with a second blocker free what they should', () => {
  const freed = (blockers: Record<string, string[]>) =>
    [...freedTicketsFinder(new Map(Object.entries(blockers)))('a')].sort().join('');
  assert.equal(freed({ b: ['a'], c: ['b'] }), 'abc');
  assert.equal(freed({ b: ['a'], c: ['a'], d: ['b', 'c'] }), 'abcd');
  assert.equal(freed({ b: ['a', 'x'], c: ['b'] }), 'a');
  assert.equal(freed({}), 'a');
});
