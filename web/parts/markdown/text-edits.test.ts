import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  complete,
  continueList,
  differenceOf,
  findCompletion,
  makeLink,
  type Selection,
  toggleLines,
  toggleMark,
} from './text-edits.ts';

/** `[` and `]` written as ‹ and › show the selection, | a caret. */
function select(shown: string): Selection {
  const caret = shown.indexOf('|');
  if (caret >= 0) return { text: shown.replace('|', ''), start: caret, end: caret };
  const start = shown.indexOf('‹');
  const end = shown.indexOf('›') - 1;
  return { text: shown.replace(/[‹›]/g, ''), start, end };
}

function show({ text, start, end }: Selection): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`;
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

test('a mark is put around the selection and taken away again', () => {
  assert.equal(show(toggleMark(select('a ‹b› c'), '**')), 'a **‹b›** c');
  assert.equal(show(toggleMark(select('a **‹b›** c'), '**')), 'a ‹b› c');
  assert.equal(show(toggleMark(select('a ‹**b**› c'), '**')), 'a ‹b› c');
  assert.equal(show(toggleMark(select('a |'), '`')), 'a `|`');
});

test('a link keeps the words, or the address, that was selected', () => {
  assert.equal(show(makeLink(select('see ‹this›'))), 'see [this](|)');
  assert.equal(show(makeLink(select('see ‹https://a.example/b›'))), 'see [|](https://a.example/b)');
});

test('lines get a prefix and lose it again', () => {
  assert.equal(show(toggleLines(select('x\na‹a\nb›b\nc'), '- ')), 'x\n- a‹a\n- b›b\nc');
  assert.equal(toggleLines(select('x\n- a‹a\n- b›b\nc'), '- ').text, 'x\naa\nbb\nc');
  assert.equal(show(toggleLines(select('|'), '> ')), '> |');
});

test('Enter continues lists, counts on, and ends at an empty item', () => {
  const enter = (shown: string) => {
    const next = continueList(select(shown));
    return next && show(next);
  };
  assert.equal(enter('- a|'), '- a\n- |');
  assert.equal(enter('9. a|b'), '9. a\n10. |b');
  assert.equal(enter('  * [x] done|'), '  * [x] done\n  * [ ] |');
  assert.equal(enter('> - a|'), '> - a\n> - |');
  assert.equal(enter('- a\n- |'), '- a\n|');
  assert.equal(enter('plain|'), undefined);
});

test('the name or ticket that is typed is found and replaced', () => {
  assert.deepEqual(findCompletion(select('hi @ad| there')), { kind: '@', from: 3, query: 'ad' });
  assert.deepEqual(findCompletion(select('#|')), { kind: '#', from: 0, query: '' });
  for (const none of ['a@b|', 'hi @ad |', '## head|', 'x‹@a›'])
    assert.equal(findCompletion(select(none)), undefined, none);
  const typed = select('hi @ad|');
  assert.equal(show(complete(typed, { kind: '@', from: 3, query: 'ad' }, '@ada')), 'hi @ada |');
  const inside = select('hi @ad| there');
  assert.equal(complete(inside, { kind: '@', from: 3, query: 'ad' }, '@ada').text, 'hi @ada there');
});

test('the difference of two texts is as small as possible', () => {
  assert.deepEqual(differenceOf('abc', 'abxc'), { from: 2, to: 2, inserted: 'x' });
  assert.deepEqual(differenceOf('aa', 'aaa'), { from: 2, to: 2, inserted: 'a' });
  assert.deepEqual(differenceOf('abc', 'abc'), { from: 3, to: 3, inserted: '' });
  assert.deepEqual(differenceOf('a**b**', 'ab'), { from: 1, to: 6, inserted: 'b' });
});
