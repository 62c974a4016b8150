import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOnlyStart, pairsOf, piecesOf, separatorsIn, startOfTitle, termsOf } from './terms.ts';

const letters = fc.constantFrom('a', 'b', 'é', '客', '🚀', '-', '_', '1');
const word = fc.string({ unit: letters, minLength: 1, maxLength: 12 });

/** As `like … escape '!'` does it. */
function isLike(term: string, pattern: string): boolean {
  const source = pattern.replace(/!(.)|[.*+?^${}()|[\]\\]|%/gu, (sign, escaped) =>
    escaped ? `\\u{${escaped.codePointAt(0).toString(16)}}` : sign === '%' ? '.*' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 'su').test(term);
}

test('what a text holds is in its terms, piece by piece', () => {
  const text = fc.string({ unit: letters, maxLength: 300 });
  fc.assert(
    fc.property(text, word, text, (before, middle, after) => {
      const terms = [...termsOf(before + middle + after)];
      for (const { pattern } of piecesOf(middle).pieces) {
        assert.ok(
          terms.some((term) => isLike(term, pattern)),
          `${pattern} in ${terms.join(' ')}`,
        );
      }
    }),
  );
});

test('only a word without separators is proven by its term', () => {
  const cases: [string, boolean, string[]][] = [
    ['login', true, ['%login%']],
    ['pay-12', false, ['%pay', '12%']],
    ['a/b/c', false, ['%a', 'b', 'c%']],
    ['-x', false, ['x%']],
    ['100%', false, ['%100']],
    ['!', false, []],
    ['é_🚀', false, ['%é', '🚀%']],
  ];
  for (const [text, isExact, patterns] of cases) {
    const found = piecesOf(text);
    assert.deepEqual([found.isExact, found.pieces.map(({ pattern }) => pattern)], [isExact, patterns], text);
  }
});

test('an endless term is cut so that every part of it is whole somewhere', () => {
  const run = Array.from({ length: 1000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  const terms = [...termsOf(run)];
  assert.ok(terms.every((term) => term.length <= 128));
  for (let at = 0; at + 64 <= run.length; at++) {
    const part = run.slice(at, at + 64);
    assert.ok(terms.some((term) => term.includes(part)));
  }
});

test('letters side by side are pairs, whatever script they are of', () => {
  assert.deepEqual(pairsOf('ab客🚀'), ['ab', 'b客', '客🚀']);
  assert.deepEqual(pairsOf('a'), []);
  assert.deepEqual(separatorsIn('a-b_c-客'), ['-', '_']);
});

test('the start of a title is whole letters, and known to be only that', () => {
  const rockets = startOfTitle('🚀'.repeat(300));
  assert.deepEqual([[...rockets].length, isOnlyStart(rockets)], [200, true]);
  assert.deepEqual([startOfTitle('short'), isOnlyStart('short')], ['short', false]);
});
