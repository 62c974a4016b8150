import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newTicketRow } from '../support/rows.ts';
import { compileOrder } from '../views/match.ts';
import { selectFirst } from './select-first.ts';

test('the first rows are those of a whole sort, and all that match are counted', () => {
  const compare = compileOrder({ sort: 'title', order: 'asc' });
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { maxLength: 300 }),
      fc.integer({ min: 1, max: 20 }),
      (titles, count) => {
        const rows = titles.map((title, index) => newTicketRow({ id: String(index), title: String(title) }));
        const matches = rows.filter(({ title }) => title !== '7').sort(compare);
        const found = selectFirst(rows, ({ title }) => title !== '7', compare, count);
        assert.deepEqual(found, { first: matches.slice(0, count), total: matches.length });
      },
    ),
  );
});
