import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  applyEdits,
  areValid,
  compose,
  diff,
  difference,
  diffLines,
  diffWords,
  type Edit,
  mergeTexts,
  transform,
} from './index.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'word', ' ', '\n', 'ä', '😀', '-'), { maxLength: 30 });
const text = words.map((parts) => parts.join(''));

/** Edits of a text: a few ranges in order, each replaced by a text. */
const editsOf = (before: string, inserts = text) =>
  fc.array(fc.tuple(fc.nat(before.length), inserts), { maxLength: 5 }).map((pairs) => {
    const places = pairs.map(([place]) => place).sort((a, b) => a - b);
    const edits: Edit[] = [];
    for (let at = 0; at + 1 < places.length; at += 2)
      edits.push({ from: places[at] as number, to: places[at + 1] as number, insert: pairs[at]?.[1] ?? '' });
    return edits;
  });
const textWithTwo = text.chain((before) => fc.tuple(fc.constant(before), editsOf(before), editsOf(before)));

test('two changes of one text give the same text in either order', () => {
  fc.assert(
    fc.property(textWithTwo, ([before, mine, theirs]) => {
      const one = applyEdits(applyEdits(before, mine), transform(theirs, mine, true));
      const other = applyEdits(applyEdits(before, theirs), transform(mine, theirs));
      assert.equal(one, other);
    }),
    { numRuns: 3_000 },
  );
});

test('composed edits do what the two lists do one after the other', () => {
  const twoInARow = text.chain((before) =>
    editsOf(before).chain((first) =>
      fc.tuple(fc.constant(before), fc.constant(first), editsOf(applyEdits(before, first))),
    ),
  );
  fc.assert(
    fc.property(twoInARow, ([before, first, second]) => {
      const both = compose(first, second);
      assert.ok(areValid(both, before.length));
      assert.equal(applyEdits(before, both), applyEdits(applyEdits(before, first), second));
    }),
    { numRuns: 3_000 },
  );
});

test('the difference of two texts leads from one to the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      for (const edits of [diff, diffWords, diffLines, difference].map((compare) => compare(before, after))) {
        assert.ok(areValid(edits, before.length));
        assert.equal(applyEdits(before, edits), after);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a difference is as small as a letter, and a rewritten long text is one piece', () => {
  assert.deepEqual(diff('the colour of it', 'the color of it'), [{ from: 8, to: 9, insert: '' }]);
  assert.deepEqual(diffWords('the colour of it', 'the color of it'), [{ from: 4, to: 10, insert: 'color' }]);
  const long = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word}${n}`).join(' ');
  assert.equal(applyEdits(long('a'), diff(long('a'), long('b'))), long('b'));
});

test('an edit never parts the halves of an emoji', () => {
  for (const find of [diff, difference]) {
    assert.deepEqual(find('a😀b', 'a😁b'), [{ from: 1, to: 3, insert: '😁' }]);
    // Both end with the same half.
    assert.deepEqual(find('a😀b', 'a🐀b'), [{ from: 1, to: 3, insert: '🐀' }]);
  }
});

test('a merge keeps what both wrote, and makes a change once that both made', () => {
  const base = 'Pay the invoice.\nThen close.\n';
  const merged = mergeTexts(
    base,
    'Pay the invoice today.\nThen close.\n',
    'Pay the invoice.\nThen close it.\n',
  );
  assert.deepEqual([merged.text, merged.hasOverlap], ['Pay the invoice today.\nThen close it.\n', false]);
  const same = mergeTexts(base, `${base}Done.`, `${base}Done.`);
  assert.deepEqual([same.text, same.edits, same.hasOverlap], [`${base}Done.`, [], false]);
  const clash = mergeTexts('a b c', 'a X c', 'a Y c');
  assert.equal(clash.hasOverlap, true);
  assert.match(clash.text, /X/);
  assert.match(clash.text, /Y/);
});

test('edits that overlap, go backwards or leave the text are not valid', () => {
  const edit = (from: number, to: number) => ({ from, to, insert: '' });
  assert.ok(areValid([edit(0, 1), edit(1, 3)], 3));
  for (const edits of [[edit(0, 2), edit(1, 3)], [edit(2, 1)], [edit(0, 4)], [edit(-1, 0)]])
    assert.equal(areValid(edits, 3), false);
});
