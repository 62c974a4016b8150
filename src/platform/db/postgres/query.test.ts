import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementNames } from './query.ts';

test('a statement has the same name in every process, and another text has another name', () => {
  const nameIn = (prepare: ReturnType<typeof statementNames>, text: string) => prepare({ text }).name;
  const [one, other] = [1, 2].map(() => statementNames({ hasNamedStatements: true }));
  assert.ok(one && other);
  nameIn(one, 'select 1');
  assert.equal(nameIn(one, 'select 2'), nameIn(other, 'select 2'));
  assert.notEqual(nameIn(one, 'select 1'), nameIn(one, 'select 2'));
  // PostgreSQL cuts longer names off.
  assert.ok(nameIn(one, 'select 1').length < 63);
});

test('a server whose pooler does not follow names gets statements without a name', () => {
  const prepare = statementNames({ hasNamedStatements: false });
  assert.equal(prepare({ text: 'select 1' }).name, '');
});
