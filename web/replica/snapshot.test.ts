import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromColumns, toColumns } from './snapshot.ts';
import { newTicketRow } from './support/rows.ts';

test('columns give the same rows back, with each value that repeats there once', () => {
  const rows = Array.from({ length: 300 }, (_, index) =>
    newTicketRow({ id: `t${index}`, title: `Ticket ${index % 200}`, labelIds: [`l${index % 3}`] }),
  );
  const columns = toColumns(rows);
  assert.deepEqual(fromColumns(columns), rows);
  assert.ok(Array.isArray(columns.id) && Array.isArray(columns.title));
  assert.deepEqual('values' in columns.labelIds && columns.labelIds.values, [['l0'], ['l1'], ['l2']]);
  assert.deepEqual(fromColumns(toColumns([])), []);
});
