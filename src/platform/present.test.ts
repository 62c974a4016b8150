import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nullable, timestamp } from './field-schemas.ts';
import { present } from './present.ts';
import { Type } from './schema.ts';

const Item = Type.Object({
  id: Type.String(),
  active: Type.Boolean(),
  size: Type.Number(),
  description: Type.Optional(Type.String()),
  parent: nullable(Type.String()),
  last: Type.Optional(nullable(Type.String())),
  createdAt: timestamp(),
  endedAt: nullable(timestamp()),
});
const row = {
  id: '7',
  active: 1,
  size: 1,
  description: 'Tall',
  parent: '3',
  createdAt: 0,
  endedAt: 1_000,
  secret: 'x',
};

test('an answer has the fields of its schema, with times as text and booleans for 0 and 1', () => {
  assert.deepEqual(present(Item, row), {
    id: '7',
    active: true,
    size: 1,
    description: 'Tall',
    parent: '3',
    createdAt: '1970-01-01T00:00:00.000Z',
    endedAt: '1970-01-01T00:00:01.000Z',
  });
  assert.equal(present(Item, { ...row, active: 0 }).active, false);
});

test('a field that may be absent is absent where the row has null; others are null', () => {
  const answer = present(Item, { ...row, description: null, parent: null, endedAt: null });
  assert.ok(!('description' in answer));
  assert.equal(answer.parent, null);
  assert.ok(!('last' in answer));
  assert.equal(present(Item, { ...row, last: null }).last, null);
  assert.equal(answer.endedAt, null);
});

test('a computed field replaces that of the row', () => {
  const answer = present(Item, row, { id: '8', description: undefined, active: false, createdAt: 1 });
  assert.equal(answer.id, '8');
  assert.ok(!('description' in answer));
  assert.equal(answer.active, false);
  assert.equal(answer.createdAt, '1970-01-01T00:00:00.001Z');
});
