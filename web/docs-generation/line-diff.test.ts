import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareLines, comparePages, type DiffPart, type LinePiece } from './line-diff.ts';

const textOf = (lines: LinePiece[][]) => lines.map((pieces) => pieces.map(({ text }) => text).join(''));
const before = (part: DiffPart) => (part.kind === 'same' ? part.lines : textOf(part.removed));
const after = (part: DiffPart) => (part.kind === 'same' ? part.lines : textOf(part.added));
const changed = (lines: LinePiece[][]) => lines.flat().filter(({ isChanged }) => isChanged);

test('the parts are both texts, line by line', () => {
  const line = fc.array(fc.constantFrom('a', 'b ', 'word', '-', ''), { maxLength: 4 });
  const text = fc
    .array(line, { maxLength: 8 })
    .map((lines) => lines.map((parts) => parts.join('')).join('\n'));
  fc.assert(
    fc.property(text, text, (old, fresh) => {
      const parts = compareLines(old, fresh);
      assert.equal(parts.flatMap(before).join('\n'), old);
      assert.equal(parts.flatMap(after).join('\n'), fresh);
    }),
    { numRuns: 2_000 },
  );
});

test('of a changed line the words are marked, unless hardly any stays', () => {
  const [same, part, rest] = compareLines('one\nfind by tags\nend', 'one\nfind by labels\nend');
  assert.deepEqual([same?.kind, rest?.kind], ['same', 'same']);
  assert.ok(part?.kind === 'changed');
  assert.deepEqual(changed(part.removed), [{ text: 'tags', isChanged: true }]);
  assert.deepEqual(changed(part.added), [{ text: 'labels', isChanged: true }]);
  const [other] = compareLines('one two three', 'four five six');
  assert.ok(other?.kind === 'changed');
  assert.deepEqual(changed([...other.removed, ...other.added]), []);
});

test('the address of a link is shown only where the pages differ in it', () => {
  const page = (body: string) => ({ title: 'Notes', body });
  const link = '[a1b2](https://host/commit/a1b2)';
  const parts = comparePages(
    page(`> **Old**\n>\n\n- Tags (${link}) [docs](https://a)`),
    page(`- Labels (${link}) [docs](https://b)`),
  );
  assert.deepEqual(parts.flatMap(before), ['Notes', '> **Old**', '- Tags (a1b2) [docs](https://a)']);
  assert.deepEqual(parts.flatMap(after), ['Notes', '- Labels (a1b2) [docs](https://b)']);
});
