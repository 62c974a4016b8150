import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  complete,
  continueList,
  cycleHeading,
  findCompletion,
  indentItems,
  insertBlock,
  isLined,
  isMarked,
  makeCodeBlock,
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

test('a caret or selection between marks is marked, and loses both', () => {
  const off = (shown: string, mark: string) => {
    assert.equal(isMarked(select(shown), mark), true, shown);
    return show(toggleMark(select(shown), mark));
  };
  assert.equal(off('x\na **bo|ld** c', '**'), 'x\na bo|ld c');
  assert.equal(off('**a** and **b‹ig› one**', '**'), '**a** and b‹ig› one');
  assert.equal(off('_|words_', '_'), '|words');
  assert.equal(off('`co|de`', '`'), 'co|de');
  assert.equal(off('a **|** c', '**'), 'a | c');
  for (const [shown, mark] of [
    ['**a** an|d **b**', '**'],
    ['**a**| and', '**'],
    ['snake_ca|se_name', '_'],
    ['**bo|ld**', '_'],
    ['2 ** 3| ** 4', '**'],
    ['‹**a** and› b', '**'],
  ] as const)
    assert.equal(isMarked(select(shown), mark), false, shown);
});

test('lines have a prefix only if all of them do', () => {
  assert.equal(isLined(select('x\n- a‹a\n- b›b'), '- '), true);
  assert.equal(isLined(select('x‹\n- a›a'), '- '), false);
  assert.equal(isLined(select('- [ ] a|'), '- '), false);
  assert.equal(isLined(select('- [ ] a|'), '- [ ] '), true);
  assert.equal(isLined(select('12. a|'), '1. '), true);
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

test('one kind of list becomes another, numbers count, and headings go through three levels', () => {
  assert.equal(toggleLines(select('- ‹a\n- b›'), '1. ').text, '1. a\n2. b');
  assert.equal(toggleLines(select('1. ‹a\n2. b›'), '1. ').text, 'a\nb');
  assert.equal(toggleLines(select('  - a|'), '- [ ] ').text, '  - [ ] a');
  assert.equal(toggleLines(select('- [x] a|'), '- ').text, '- a');
  assert.equal(toggleLines(select('# a|'), '- ').text, '- a');
  assert.equal(toggleLines(select('- a|'), '> ').text, '> - a');
  assert.equal(show(cycleHeading(select('a|'))), '# a|');
  assert.equal(show(cycleHeading(select('## a|'))), '### a|');
  assert.equal(show(cycleHeading(select('### a|'))), 'a|');
});

test('blocks of code and other blocks get lines of their own', () => {
  assert.equal(show(makeCodeBlock(select('x\n|'))), 'x\n```\n|\n```\n');
  assert.equal(show(makeCodeBlock(select('‹a\nb›\nc'))), '```\n‹a\nb›\n```\nc');
  assert.equal(show(insertBlock(select('words|'), '---')), 'words\n\n---\n|');
  assert.equal(show(insertBlock(select('|\nnext'), 'a b', 'b')), 'a ‹b›\nnext');
});

test('Tab moves an item below the one above it, Shift Tab back, and elsewhere it leaves the field', () => {
  const tab = (shown: string, step: 1 | -1 = 1) => {
    const next = indentItems(select(shown), step);
    return next && show(next);
  };
  assert.equal(tab('- a\n- b|'), '- a\n  - b|');
  assert.equal(tab('1. a\n2. b|'), '1. a\n   2. b|');
  assert.equal(tab('- a\n  - b|', -1), '- a\n- b|');
  for (const none of ['- a|', 'words\n- a|', 'words|', '- a\n  - b|'])
    assert.equal(tab(none), undefined, none);
  assert.equal(tab('- a|', -1), undefined);
});
