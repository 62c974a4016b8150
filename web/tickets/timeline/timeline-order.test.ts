import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupOfHead, idOfHead, TimelineOrder } from './timeline-order.ts';

const groups = [
  { value: 'a', ids: ['1', '2'], total: 2, isCollapsed: false },
  { value: 'b', ids: ['3'], total: 1, isCollapsed: true },
  { value: 'c', ids: ['4'], total: 40, isCollapsed: false },
  { value: 'd', ids: [], total: 0, isCollapsed: false },
];

test('every id leads to the line on which it is drawn, beside collapsed groups and missing pages', () => {
  for (const hasHeads of [true, false]) {
    const shown = hasHeads ? groups : [{ value: 'none', ids: ['1', '2', '3'], total: 3, isCollapsed: false }];
    const order = new TimelineOrder(shown, hasHeads);
    for (const [index, id] of order.ids.entries()) {
      const item = order.items.at(order.lineOf(index));
      const group = shown[item.group];
      assert.equal(item.kind === 'head' ? idOfHead(group?.value ?? '') : group?.ids[item.index], id);
    }
  }
});

test('heads and tickets follow each other in the order of the keys', () => {
  const { ids } = new TimelineOrder(groups, true);
  assert.deepEqual(ids, ['head:a', '1', '2', 'head:b', 'head:c', '4', 'head:d']);
  assert.deepEqual([groupOfHead('head:a'), groupOfHead('1')], ['a', undefined]);
});
