import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isWithinEdits, maxEdits, splitIntoFragments } from './edit-distance.ts';

test('inserting, deleting, replacing and swapping a character each cost one edit', () => {
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
  assert.deepEqual([3, 4, 7, 8, 20].map(maxEdits), [0, 1, 1, 2, 2]);
});

test('every word within the edit distance has an end or a part of the typed word', () => {
  const alphabet = fc.constantFrom('a', 'b', 'c', 'd');
  const typed = fc.string({ unit: alphabet, minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(
      typed,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), alphabet), { maxLength: 2 }),
      (text, changes) => {
        const edits = maxEdits(text.length);
        let edited = [...text];
        for (const [position, kind, character] of changes.slice(0, edits)) {
          const at = position % edited.length;
          if (kind === 0) edited = edited.toSpliced(at, 1);
          if (kind === 1) edited = edited.toSpliced(at, 0, character);
          if (kind === 2) edited = edited.with(at, character);
          if (kind === 3 && at > 0)
            edited = edited.with(at, edited[at - 1] as string).with(at - 1, edited[at] as string);
        }
        const target = edited.join('');
        if (!isWithinEdits(text, target, edits)) return;
        const { ends, parts } = splitIntoFragments(text, edits);
        const hasEnds = ends.some((end) => target.startsWith(end.prefix) && target.endsWith(end.suffix));
        assert.ok(hasEnds || parts.some((part) => target.includes(part)), `${text} ${target}`);
        assert.ok(parts.every((part) => part.length >= 3));
      },
    ),
    { numRuns: 2000 },
  );
});
