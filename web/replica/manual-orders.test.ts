import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firstRank } from './make-changes.ts';
import { ManualOrders } from './manual-orders.ts';
import { newTicketRow } from './support/rows.ts';
import type { TicketRow } from './types.ts';

/** Rows whose orders are told of each change before it, as the replica does it. */
class Rows {
  readonly #rows: Map<string, TicketRow>;
  readonly orders: ManualOrders;
  /** How often a row was looked up, or all were gone through once. */
  lookedAt = 0;

  constructor(rows: readonly TicketRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.orders = new ManualOrders({
      get: (id) => {
        this.lookedAt++;
        return this.#rows.get(id);
      },
      all: () => {
        this.lookedAt += this.#rows.size;
        return this.#rows.values();
      },
    });
  }

  all = () => [...this.#rows.values()];

  set(id: string, row: TicketRow | undefined): void {
    this.orders.onRow(id, this.#rows.get(id), row);
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
  }
}

const home = (projectId: string | null) => ({ projectId, workspaceId: 'workspace' });

test('a place in the manual order is that of a search through all rows, whatever changed before', () => {
  const anyChange = fc.record({
    id: fc.constantFrom(...'abcdefgh'),
    projectId: fc.constantFrom('one', 'two', null),
    rank: fc.option(fc.constantFrom('2', '4', '5', '8', 'V', 'Vx')),
  });
  const byRank = (a: TicketRow, b: TicketRow) =>
    a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1;
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 60 }), (changes) => {
      const rows = new Rows([]);
      for (const { id, projectId, rank } of changes) {
        rows.set(id, rank === null ? undefined : newTicketRow({ id, rank, ...home(projectId) }));
        const asked = newTicketRow({ id: 'c', rank: '5', ...home('one') });
        const inOne = rows.all().filter((row) => row.projectId === 'one');
        const inOrder = inOne.sort(byRank);
        const others = inOrder.filter((row) => row.id !== 'c');
        assert.deepEqual(rows.orders.first(asked), inOrder[0]);
        assert.deepEqual(rows.orders.last(asked), others.at(-1));
        assert.deepEqual(rows.orders.around(asked, new Set(['c'])), {
          previous: others.findLast((row) => row.rank < '5'),
          next: others.find((row) => row.rank > '5'),
        });
      }
    }),
  );
});

test('a new ticket among 100,000 is placed with fewer than 50 lookups', () => {
  const one = newTicketRow({ id: '', ...home('one') });
  const rows = new Rows(
    Array.from({ length: 100_000 }, (_, index) => ({
      ...one,
      id: `t${index}`,
      rank: `V${String(index).padStart(6, '0')}`,
    })),
  );
  const save = (id: string) => {
    const row = newTicketRow({ id, ...home('one') });
    row.rank = firstRank(row, rows.orders);
    rows.set(id, row);
    return row;
  };
  save('sorts them');
  rows.lookedAt = 0;
  const saved = Array.from({ length: 100 }, (_, index) => save(`new${index}`));
  assert.ok(rows.lookedAt < 100 * 50, `${rows.lookedAt / 100} lookups for each`);
  assert.equal(rows.orders.first(newTicketRow({ id: 'x', ...home('one') }))?.id, saved.at(-1)?.id);
});

test('many changes that nobody asked between cost no more than sorting once', () => {
  const rows = new Rows([newTicketRow({ id: 'a', rank: '5', ...home('one') })]);
  const asked = newTicketRow({ id: 'x', ...home('one') });
  assert.equal(rows.orders.first(asked)?.id, 'a');
  rows.lookedAt = 0;
  for (let at = 0; at < 20_000; at++)
    rows.set(
      `t${at}`,
      newTicketRow({ id: `t${at}`, rank: `4${String(at).padStart(5, '0')}`, ...home('one') }),
    );
  assert.ok(rows.lookedAt < 20_000, `${rows.lookedAt} lookups`);
  assert.equal(rows.orders.first(asked)?.id, 't0');
});
