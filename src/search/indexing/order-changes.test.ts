import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { type SortKeys, saveDocuments } from './document-store.ts';
import { engineDialect } from './engine-dialect.ts';
import { OrderChanges } from './order-changes.ts';
import { decodeBounds, decodeDirectory, encodeBounds, encodeDirectory, locate } from './order-directory.ts';
import { findDirectory, findLastBucket, readBuckets } from './order-store.ts';
import {
  absentKey,
  compareBytewise,
  comparePositions,
  hasAbsentKeys,
  type Position,
  sortOrderNames,
} from './sort-orders.ts';

const sizes = { max: 5, target: 4, min: 2 };
const sort = 'dueDate';
/** A document moves to a key, or leaves the order. */
const moves = fc.array(
  fc.tuple(fc.nat(40), fc.option(fc.oneof(fc.nat(6), fc.constant(absentKey)), { nil: undefined })),
  { maxLength: 25 },
);

const otherKeys = Object.fromEntries(
  sortOrderNames.map((name) => [`${name}Key`, hasAbsentKeys(name) ? absentKey : 0]),
) as SortKeys;

onEveryEngine('sort orders', (engine) => {
  let world: World;

  before(async () => {
    world = await openWorld(engine);
  });
  after(() => world.close());

  const documentOf = (doc: number, dueDate: number) => ({
    ...{ doc, ticketId: idOf(doc), homeId: 'h', status: 'todo', facets: '', changedIn: 0 },
    ...{ ...otherKeys, titleKey: '', rankKey: '', dueDateKey: dueDate },
  });
  const idOf = (doc: number) => `ticket ${String(doc).padStart(3, '0')}`;

  /** Applies moves in one step and keeps the expected keys up to date. */
  const applyMoves = (keys: Map<number, number>, step: [number, number | undefined][]) =>
    world.db.transaction(async (tx) => {
      const changes = new OrderChanges(sort, sizes);
      const positionOf = (doc: number): Position | undefined =>
        keys.has(doc) ? { key: keys.get(doc) as number, id: idOf(doc) } : undefined;
      const moved = new Map(step);
      for (const [doc, key] of moved) {
        const position = positionOf(doc);
        if (key === undefined) keys.delete(doc);
        else keys.set(doc, key);
        changes.move(doc, position, positionOf(doc));
      }
      await saveDocuments(
        tx,
        Array.from(keys, ([doc, key]) => documentOf(doc, key)),
      );
      let last = await findLastBucket(tx);
      await changes.write(tx, engineDialect(world.db), () => ++last);
    });

  test('after any moves, each document is in the one bucket whose range contains its position', async () => {
    const keys = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(moves, async (step) => {
        await applyMoves(keys, step);
        const buckets = (await findDirectory(world.db.reads, sort)) ?? [];
        const docs = await readBuckets(
          world.db.reads,
          engineDialect(world.db),
          buckets.map(({ number }) => number),
        );
        const bounds = buckets.map(({ low }) => low);
        const expected = buckets.map((): number[] => []);
        for (const [doc, key] of keys) expected[locate(bounds, { key, id: idOf(doc) })]?.push(doc);
        const stored = buckets.map(({ number }) => [...(docs.get(number) ?? [])]);
        assert.deepEqual(stored.map(sortNumbers), expected.map(sortNumbers));
        assert.deepEqual(
          buckets.map(({ size }) => size),
          expected.map(({ length }) => length),
        );
        assert.ok(buckets.every(({ size }) => size <= sizes.max));
        if (buckets.length > 0)
          assert.ok(
            buckets.some(({ low }) => low?.key === absentKey && low.id === ''),
            'no bucket has both',
          );
      }),
      { numRuns: engine === 'sqlite' ? 60 : 20, seed: 5, endOnFailure: true },
    );
  });

  test('buckets are merged when their documents leave', async () => {
    const keys = new Map<number, number>();
    const all = Array.from({ length: 40 }, (_, doc): [number, number] => [doc + 100, doc]);
    await applyMoves(keys, all);
    const full = (await findDirectory(world.db.reads, sort))?.length ?? 0;
    for (const [doc] of all) await applyMoves(keys, [[doc, undefined]]);
    const emptied = (await findDirectory(world.db.reads, sort))?.length ?? 0;
    assert.ok(emptied <= full - 7, `${full} buckets became ${emptied}`);
  });
});

const sortNumbers = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

test('a directory survives encoding and decoding', () => {
  const position = fc.record(
    { key: fc.oneof(fc.string(), fc.nat()), id: fc.uuid() },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), position), { minLength: 1 }), (given) => {
      const buckets = given.map(([number, size, low], i) => ({
        number,
        size,
        low: i === 0 ? undefined : low,
      }));
      const sizesOnly = buckets.map(({ number, size }) => ({ number, size }));
      assert.deepEqual(decodeDirectory(encodeDirectory(buckets)), sizesOnly);
      assert.deepEqual(
        decodeBounds(encodeBounds(buckets)),
        buckets.map(({ low }) => low),
      );
    }),
  );
});

test('texts compare by their UTF-8 bytes, as in both engines', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '客', '\u{ffee}', '\u{e000}', '🚀', '\u{10ffff}'),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareBytewise(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const ids = { a: { key: a, id: '1' }, b: { key: b, id: '2' } };
      assert.equal(Math.sign(comparePositions(ids.a, ids.b)), Math.sign(compareBytewise(a, b)) || -1);
    }),
  );
});
