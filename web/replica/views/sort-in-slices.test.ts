import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newTicketRow } from '../support/rows.ts';
import { compileOrder } from './match.ts';
import { sortInSlices } from './sort-in-slices.ts';

test('slices give the order of a single sort, wherever they are cut', () => {
  const compare = compileOrder({ sort: 'title', order: 'asc' });
  const anyRows = fc.array(fc.nat(50), { maxLength: 2_000, size: 'max' });
  fc.assert(
    fc.property(anyRows, (titles) => {
      const rows = titles.map((title, index) => newTicketRow({ id: String(index), title: String(title) }));
      let time = 0;
      const slices = sortInSlices(
        rows,
        (row) => row.title !== '7',
        compare,
        () => (time += 3),
      );
      let step = slices.next();
      while (!step.done) step = slices.next();
      assert.deepEqual(step.value, rows.filter(({ title }) => title !== '7').sort(compare));
    }),
    { numRuns: 50 },
  );
});
