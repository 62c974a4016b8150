import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listBigrams, separatorsIn, splitIntoTerms, termPatterns } from './terms.ts';

const characters = fc.constantFrom('a', 'b', 'é', '客', '🚀', '-', '_', '1');
const word = fc.string({ unit: characters, minLength: 1, maxLength: 12 });

/** Matches as `like … escape '!'` does in SQL. */
function isLike(term: string, pattern: string): boolean {
  const source = pattern.replace(/!(.)|[.*+?^${}()|[\]\\]|%/gu, (sign, escaped) =>
    escaped ? `\\u{${escaped.codePointAt(0).toString(16)}}` : sign === '%' ? '.*' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 'su').test(term);
}

test('each term pattern of a word matches a term of every text that contains the word', () => {
  const text = fc.string({ unit: characters, maxLength: 300 });
  fc.assert(
    fc.property(text, word, text, (before, middle, after) => {
      const terms = [...splitIntoTerms(before + middle + after)];
      for (const { like } of termPatterns(middle).patterns) {
        assert.ok(
          terms.some((term) => isLike(term, like)),
          `${like} in ${terms.join(' ')}`,
        );
      }
    }),
  );
});

test('term patterns are exact only for a word without separators', () => {
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
    const found = termPatterns(text);
    assert.deepEqual([found.isExact, found.patterns.map(({ like }) => like)], [isExact, patterns], text);
  }
});

test('a term of 1,000 characters is cut into slices that contain every part of 64 characters', () => {
  const run = Array.from({ length: 1000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
  const terms = [...splitIntoTerms(run)];
  assert.ok(terms.every((term) => term.length <= 128));
  for (let at = 0; at + 64 <= run.length; at++) {
    const part = run.slice(at, at + 64);
    assert.ok(terms.some((term) => term.includes(part)));
  }
});

test('bigrams and separators are found in text of any script', () => {
  assert.deepEqual(listBigrams('ab客🚀'), ['ab', 'b客', '客🚀']);
  assert.deepEqual(listBigrams('a'), []);
  assert.deepEqual(separatorsIn('a-b_c-客'), ['-', '_']);
});
