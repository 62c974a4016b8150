import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editsAllowed, fragmentsOf, isWithinEdits } from './edits.ts';
import { snippetOf } from './snippet.ts';
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

test('edits are letters added, left out, replaced or swapped', () => {
  const cases: [string, string, number, boolean][] = [
    ['login', 'login', 0, true],
    ['login', 'logn', 1, true],
    ['login', 'loggin', 1, true],
    ['login', 'lagin', 1, true],
    ['login', 'lgoin', 1, true],
    ['login', 'lgion', 1, false],
    ['invoices', 'invocies', 1, true],
    ['invoices', 'invocees', 2, true],
    ['invoices', 'inv', 2, false],
    ['🚀🚀🚀🚀', '🚀🚀🚀', 1, true],
  ];
  for (const [a, b, edits, expected] of cases) {
    assert.equal(isWithinEdits(a, b, edits), expected, `${a} ${b}`);
    assert.equal(isWithinEdits(b, a, edits), expected, `${b} ${a}`);
  }
  assert.deepEqual([3, 4, 7, 8, 20].map(editsAllowed), [0, 1, 1, 2, 2]);
});

test('whatever is within reach holds a fragment of the word', () => {
  const alphabet = fc.constantFrom('a', 'b', 'c', 'd');
  const typed = fc.string({ unit: alphabet, minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(
      typed,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), alphabet), { maxLength: 2 }),
      (text, changes) => {
        const edits = editsAllowed(text.length);
        let meant = [...text];
        for (const [place, kind, letter] of changes.slice(0, edits)) {
          const at = place % meant.length;
          if (kind === 0) meant = meant.toSpliced(at, 1);
          if (kind === 1) meant = meant.toSpliced(at, 0, letter);
          if (kind === 2) meant = meant.with(at, letter);
          if (kind === 3 && at > 0)
            meant = meant.with(at, meant[at - 1] as string).with(at - 1, meant[at] as string);
        }
        const target = meant.join('');
        if (!isWithinEdits(text, target, edits)) return;
        assert.ok(
          fragmentsOf(text, edits).some((part) => target.includes(part)),
          `${text} ${target}`,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test('a snippet is cut around the first place and marks every one in it', () => {
  const text = `${'before '.repeat(30)}the ﬁne WORD and the word${' after'.repeat(60)}`;
  const snippet = snippetOf([{ field: 'description', text }], ['fine', 'word']);
  assert.ok(snippet);
  assert.ok(snippet.text.startsWith('…') && snippet.text.endsWith('…') && snippet.text.length < 250);
  assert.deepEqual(
    snippet.ranges.map(([from, to]) => snippet.text.slice(from, to)),
    ['ﬁne', 'WORD', 'word'],
  );
});

test('a snippet comes from where most of the words stand', () => {
  const passages = [
    { field: 'title', text: 'one' } as const,
    { field: 'description', text: 'one and <b>two</b>' } as const,
  ];
  assert.equal(snippetOf(passages, ['one'])?.field, 'title');
  assert.deepEqual(snippetOf(passages, ['one', 'two']), {
    field: 'description',
    text: 'one and <b>two</b>',
    ranges: [
      [0, 3],
      [11, 14],
    ],
  });
  assert.equal(snippetOf(passages, ['three']), undefined);
});
