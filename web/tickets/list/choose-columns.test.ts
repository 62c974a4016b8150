import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnsOf, type ListColumn, listColumns, moreColumns, parseTicketSearch } from '../ticket-search.ts';
import { moveColumn, orderedColumns, toggleColumn, withColumns } from './choose-columns.ts';

const all: readonly ListColumn[] = [
  ...listColumns,
  ...moreColumns,
  'field:018f3c4e-0000-7000-8000-000000000001',
];
const anyColumns = fc.shuffledSubarray([...all], { minLength: 1 });
const anyColumn = fc.constantFrom(...all);

test('showing and hiding a column restores what was shown', () => {
  fc.assert(
    fc.property(anyColumns, anyColumn, (shown, column) => {
      const twice = toggleColumn(toggleColumn(shown, column), column);
      assert.deepEqual(twice.toSorted(), shown.toSorted());
      if (!shown.includes(column)) assert.deepEqual(twice, shown);
    }),
  );
});

test('a moved column changes its place by one and no other its order', () => {
  fc.assert(
    fc.property(anyColumns, anyColumn, fc.constantFrom(-1 as const, 1 as const), (shown, column, by) => {
      const moved = moveColumn(shown, column, by);
      const without = (list: readonly ListColumn[]) => list.filter((one) => one !== column);
      assert.deepEqual(without(moved), without(shown));
      const to = Math.min(Math.max(shown.indexOf(column) + by, 0), shown.length - 1);
      if (shown.includes(column)) assert.equal(moved.indexOf(column), to);
    }),
  );
});

test('columns survive the address, and the usual ones are not in it', () => {
  fc.assert(
    fc.property(anyColumns, (shown) => {
      const search = parseTicketSearch(withColumns({}, shown));
      assert.deepEqual(columnsOf(search), shown);
    }),
  );
  assert.deepEqual(withColumns({ columns: 'key' }, listColumns), {});
  assert.deepEqual(orderedColumns(['due', 'key'], all).slice(0, 2), ['due', 'key']);
});

test('a hidden usual column comes back to its place', () => {
  const shown = toggleColumn(listColumns, 'status');
  assert.deepEqual(toggleColumn(shown, 'status'), [...listColumns]);
});
