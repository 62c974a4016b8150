import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TicketRow } from '../../replica/index.ts';
import { noValue } from '../list/group-tickets.ts';
import type { BoardField } from '../ticket-search.ts';
import { columnPatch, columnValue, splitIntoColumns } from './board-columns.ts';

const labels = ['l1', 'l2', 'l3', 'l4'];
const labelOrder = new Map(labels.map((id, index) => [id, index]));
const own = 'field:018f3c4e-0000-7000-8000-000000000001' as const;
const values: Record<string, readonly string[]> = {
  status: ['todo', 'done'],
  priority: ['low', 'high'],
  assignee: ['ada', 'ben', noValue],
  group: ['g1', 'g2', noValue],
  label: [...labels, noValue],
  [own]: ['o1', 'o2', noValue],
};
const anyRow = fc.record({
  status: fc.constantFrom('todo', 'done'),
  priority: fc.constantFrom('low', 'high'),
  assigneeId: fc.constantFrom('ada', 'ben', null),
  groupId: fc.constantFrom('g1', 'g2', null),
  labelIds: fc.subarray(labels),
  fields: fc.constantFrom(null, {}, { [own.slice(6)]: 'o1' }),
}) as unknown as fc.Arbitrary<TicketRow>;
const anyMove = fc
  .constantFrom(...(Object.keys(values) as BoardField[]))
  .chain((field) => fc.record({ field: fc.constant(field), to: fc.constantFrom(...(values[field] ?? [])) }));

test('a card that is moved to a column is in it, and no other field changes', () => {
  fc.assert(
    fc.property(anyRow, anyMove, (row, { field, to }) => {
      const { fields, ...patch } = columnPatch(row, field, to, labelOrder);
      const moved = { ...row, ...patch, fields: { ...row.fields, ...fields } } as TicketRow;
      assert.equal(columnValue(moved, field, labelOrder), to);
      for (const other of Object.keys(values) as BoardField[])
        if (other !== field)
          assert.equal(columnValue(moved, other, labelOrder), columnValue(row, other, labelOrder));
    }),
  );
});

test('a moved card keeps the labels after that of its new column', () => {
  const row = { labelIds: ['l1', 'l2', 'l4'] } as unknown as TicketRow;
  assert.deepEqual(columnPatch(row, 'label', 'l3', labelOrder), { labelIds: ['l3', 'l4'] });
});

test('every ticket is in one column, in the order of the list', () => {
  const columns = fc.uniqueArray(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 6 });
  const tickets = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 50 });
  fc.assert(
    fc.property(columns, tickets, (names, ids) => {
      const nameOf = (id: string) => names[id.length % names.length];
      const split = splitIntoColumns(ids, nameOf, names);
      assert.deepEqual(
        split,
        names.map((name) => ids.filter((id) => nameOf(id) === name)),
      );
    }),
  );
});
