import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../errors.ts';
import { nullable } from '../field-schemas.ts';
import { Type } from '../schema.ts';
import { separateInput } from './declared-input.ts';
import { parseInput } from './parse-input.ts';

const Item = Type.Object({ name: Type.String(), size: Type.Optional(Type.Number()) });

/** Fails unless exactly `declared` is kept of the value and the paths of the rest are named. */
function assertKept(schema: object, value: unknown, declared: unknown, unknown: string[]) {
  const before = structuredClone(value);
  const separated = separateInput(schema, value);
  assert.deepEqual(separated.declared, declared);
  assert.deepEqual(
    separated.unknown.map((path) => path.join('.')),
    unknown,
  );
  assert.deepEqual(value, before, 'the input itself is not changed');
  if (unknown.length === 0) assert.equal(separated.declared, value, 'nothing is copied');
}

test('only declared fields are kept, in objects, lists and lists of lists', () => {
  const schema = Type.Object({
    one: Item,
    none: nullable(Item),
    list: Type.Array(Item),
    grid: Type.Array(Type.Array(Item)),
  });
  assertKept(
    schema,
    { one: { name: 'a' }, list: [{ name: 'b', size: 1 }] },
    { one: { name: 'a' }, list: [{ name: 'b', size: 1 }] },
    [],
  );
  assertKept(
    schema,
    {
      role: 'ADMIN',
      one: { name: 'a', role: 1 },
      none: null,
      list: [{ name: 'b' }, { id: 2, name: 'c' }],
      grid: [[], [{ x: 1 }]],
      id: { name: 'd' },
    },
    { one: { name: 'a' }, none: null, list: [{ name: 'b' }, { name: 'c' }], grid: [[], [{}]] },
    ['role', 'one.role', 'list.1.id', 'grid.1.0.x', 'id'],
  );
  assertKept(schema, { none: { name: 'a', role: 1 } }, { none: { name: 'a' } }, ['none.role']);
  assertKept(Type.Object({}), { any: 1 }, {}, ['any']);
});

test('what a schema declares as free-form is kept whole', () => {
  const anything = { role: 'ADMIN', deep: [{ role: { id: 1 } }] };
  for (const free of [
    Type.Unknown(),
    Type.Record(Type.String(), Type.Unknown()),
    Type.Unsafe({ type: 'object' }),
    Type.Unsafe({ type: ['object', 'null'], additionalProperties: true }),
    Type.Object({ known: Item }, { additionalProperties: true }),
    Type.Array(Type.Unknown()),
    Type.Union([Item, Type.Unknown()]),
  ]) {
    assertKept(Type.Object({ data: free }), { data: anything }, { data: anything }, []);
    assertKept(Type.Object({ data: free }), { data: [anything] }, { data: [anything] }, []);
  }
  assertKept(
    Type.Object({ known: Item }, { additionalProperties: true }),
    { known: { name: 'a', role: 1 }, other: { role: 1 } },
    { known: { name: 'a' }, other: { role: 1 } },
    ['known.role'],
  );
});

test('in objects with free names, the values still keep only what is declared', () => {
  const value = { a: { name: 'x', role: 1 }, b: { name: 'y' } };
  const kept = { a: { name: 'x' }, b: { name: 'y' } };
  assertKept(Type.Record(Type.String(), Item), value, kept, ['a.role']);
  assertKept(Type.Unsafe({ type: 'object', additionalProperties: Item }), value, kept, ['a.role']);
});

test('of several alternatives, those that accept the value declare its fields', () => {
  const Created = Type.Object({ title: Type.String(), project: Type.Optional(Type.String()) });
  const Changed = Type.Object({
    id: Type.String(),
    title: Type.Optional(Type.String()),
    role: Type.Optional(Type.Number()),
  });
  for (const union of [Type.Union([Created, Changed]), Type.Unsafe({ oneOf: [Created, Changed] })]) {
    const schema = Type.Object({ list: Type.Array(union) });
    const list = [
      { title: 'a', project: 'p' },
      { title: 'a', project: 'p', role: 1 },
      { id: '1', project: 'p', role: 1 },
      { id: '1', title: 'a', project: 'p', role: 1, x: 1 },
      { nothing: 1 },
    ];
    const kept = [
      { title: 'a', project: 'p' },
      { title: 'a', project: 'p' },
      { id: '1', role: 1 },
      { id: '1', title: 'a', project: 'p', role: 1 },
      {},
    ];
    assertKept(schema, { list }, { list: kept }, [
      'list.1.role',
      'list.2.project',
      'list.3.x',
      'list.4.nothing',
    ]);
  }
  const both = Type.Unsafe({ allOf: [Created, Item] });
  assertKept(both, { title: 'a', name: 'b', role: 1 }, { title: 'a', name: 'b' }, ['role']);
  const textOrItem = Type.Union([Type.String(), Type.Null(), Item]);
  assertKept(textOrItem, 'text', 'text', []);
  assertKept(textOrItem, { name: 'a', role: 1 }, { name: 'a' }, ['role']);
  const base = Type.Unsafe({ ...Type.Object({ kind: Type.String() }), anyOf: [Item, Created] });
  assertKept(base, { kind: 'k', name: 'a', project: 'p' }, { kind: 'k', name: 'a' }, ['project']);
});

test('a schema with additionalProperties: false refuses other fields instead of dropping them', () => {
  const closed = Type.Object({
    inner: Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false }),
  });
  const { declared, unknown } = separateInput(closed, { inner: { b: 1 }, c: 1 });
  assert.deepEqual([declared, unknown], [{ inner: { b: 1 } }, [['inner', 'b'], ['c']]]);
  assert.throws(() => parseInput(closed, { inner: { b: 1 } }), Refusal);
});

test('a prototype in the input does not reach the copy', () => {
  const hostile = JSON.parse('{"__proto__": {"role": "ADMIN"}, "constructor": 1, "name": "a", "x": 1}');
  for (const schema of [Item, Type.Object({ name: Type.String() }, { additionalProperties: true })]) {
    const { declared } = separateInput(schema, hostile);
    assert.equal((declared as { role?: string }).role, undefined);
    assert.equal(Object.getPrototypeOf(declared), Object.prototype);
  }
});

test('every unknown field is dropped, and ten are named', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`n${n}`, n]));
  const { declared, unknown } = separateInput(Item, { ...many, name: 'a', ['x'.repeat(100)]: 1 });
  assert.deepEqual(declared, { name: 'a' });
  assert.equal(unknown.length, 10);
});

test('parsed input has only declared fields, also inside', () => {
  const parsed = parseInput(Type.Object({ one: Item }), { one: { name: 'a', role: 1 }, role: 1 } as object);
  assert.deepEqual(parsed, { one: { name: 'a' } });
  assert.throws(
    () => parseInput(Item, { name: 'a', role: 1 }, { refusesUnknown: true }),
    (error: Refusal) => assert.deepEqual(Object.keys(error.details ?? {}), ['role']) === undefined,
  );
});
