import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { divideGroups } from './divide-groups.ts';
import { ListItems } from './list-items.ts';

const values = ['ada', 'ben', 'none'];
const partOf = (id: string) => values[id.length % values.length] as string;
const anyGroups = fc
  .uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 })
  .chain((ids) => fc.record({ ids: fc.constant(ids), cut: fc.nat(ids.length), missing: fc.nat(5) }))
  .map(({ ids, cut, missing }) => [
    { value: 'todo', name: 'To do', ids: ids.slice(0, cut), total: cut, loadMore: () => {} },
    {
      value: 'done',
      name: 'Done',
      ids: ids.slice(cut),
      total: ids.length - cut + missing,
      loadMore: () => {},
    },
  ]);

test('the parts of a group have its tickets, each once and in order, under a head without rows', () => {
  fc.assert(
    fc.property(anyGroups, (groups) => {
      const divided = divideGroups(groups, partOf, values, (value) => value.toUpperCase());
      for (const group of groups) {
        const head = divided.find(({ value }) => value === group.value);
        assert.deepEqual([head?.ids, head?.members, head?.count], [[], group.ids, group.total]);
        const parts = divided.filter(({ parent }) => parent === group.value);
        for (const { partValue, ids, name } of parts) {
          assert.deepEqual(
            ids,
            group.ids.filter((id) => partOf(id) === partValue),
          );
          assert.equal(name, partValue?.toUpperCase());
        }
        assert.equal(parts.flatMap(({ ids }) => ids).length, group.ids.length);
      }
    }),
  );
});

test('a list has one line for each head, part and ticket', () => {
  fc.assert(
    fc.property(anyGroups, (groups) => {
      const divided = divideGroups(groups, partOf, values, String).map((group) => ({
        ...group,
        key: group.value,
        total: group.ids.length,
        isCollapsed: false,
      }));
      const items = new ListItems(divided, true);
      const rows = groups.reduce((sum, { ids }) => sum + ids.length, 0);
      assert.equal(items.count, divided.length + rows);
    }),
  );
});
