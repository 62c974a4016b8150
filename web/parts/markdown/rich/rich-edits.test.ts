import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../../../test/support/processor-time.ts';
import type { Selection } from '../text-edits.ts';
import { findDeletion } from './deletions.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { addColumn, addRow, enterRow, moveToCell, removeColumn, removeRow } from './table-edits.ts';

/** ‹ and › show the selection, ^ a caret. */
function select(shown: string): Selection {
  const caret = shown.indexOf('^');
  if (caret >= 0) return { text: shown.replace('^', ''), start: caret, end: caret };
  return { text: shown.replace(/[‹›]/g, ''), start: shown.indexOf('‹'), end: shown.indexOf('›') - 1 };
}

function show(selection: Selection | undefined): string | undefined {
  if (!selection) return undefined;
  const { text, start, end } = selection;
  if (start === end) return `${text.slice(0, start)}^${text.slice(start)}`;
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

test('Tab goes through the cells of a table and adds a row after the last', () => {
  const tab = (shown: string, step: 1 | -1 = 1) => show(moveToCell(select(shown), step));
  assert.equal(tab('x\n| a^ | b |\n| - | - |\n| c | d |'), 'x\n| a | ‹b› |\n| - | - |\n| c | d |');
  assert.equal(tab('| a | b^ |\n| - | - |\n| c | d |'), '| a | b |\n| - | - |\n| ‹c› | d |');
  assert.equal(tab('| a | b |\n| - | - |\n| c^ | d |', -1), '| a | ‹b› |\n| - | - |\n| c | d |');
  assert.equal(tab('| a | b |\n| - | - |\n| c | d^ |'), '| a | b |\n| - | - |\n| c | d |\n| ^ |  |');
  assert.equal(tab('| a^ | b |\n| - | - |', -1), undefined);
  assert.equal(tab('no table^'), undefined);
});

test('rows and columns of a table are added and removed', () => {
  const table = '| a | b |\n| - | - |\n| c^ | d |';
  assert.equal(show(addRow(select(table))), '| a | b |\n| - | - |\n| c | d |\n| ^ |  |');
  assert.equal(show(addColumn(select(table))), '| a |  | b |\n| - | --- | - |\n| c | ^ | d |');
  assert.equal(show(addColumn(select('a | b^\n- | -'))), 'a | b| ^ |\n- | -| --- |');
  assert.equal(show(removeRow(select(table))), '| ‹a› | b |\n| - | - |');
  assert.equal(removeRow(select('| a^ |\n| - |')), undefined);
  assert.equal(show(removeColumn(select(table))), '| b |\n| - |\n| ‹d› |');
  assert.equal(show(removeColumn(select('a | b^\n- | -'))), '‹a› \n- ');
  assert.equal(show(enterRow(select(table))), '| a | b |\n| - | - |\n| c | d |\n| ^ |  |');
  assert.equal(
    show(enterRow(select('| a | b |\n| - | - |\n| c | d |\n| ^ |  |'))),
    '| a | b |\n| - | - |\n| c | d |\n^',
  );
});

test('Backspace removes a letter as it is seen, the beginning of an item at once, or a word', () => {
  const left = (shown: string, inputType = 'deleteContentBackward') => {
    const selection = select(shown);
    const range = findDeletion(selection, inputType);
    return range && selection.text.slice(0, range.from) + selection.text.slice(range.to);
  };
  assert.equal(left('ab^'), 'a');
  assert.equal(left('a👩‍👩‍👧^'), 'a');
  assert.equal(left('x\n- [ ] ^a'), 'x\na');
  assert.equal(left('## ^a'), 'a');
  assert.equal(left('a\n^b'), 'ab');
  assert.equal(left('^a'), undefined);
  assert.equal(left('one two ^', 'deleteWordBackward'), 'one ');
  assert.equal(left('^one two', 'deleteWordForward'), ' two');
  assert.equal(left('a\nb c^', 'deleteSoftLineBackward'), 'a\n');
  assert.equal(left('a‹bc›d', 'deleteByCut'), 'ad');
});

test('pasted HTML becomes Markdown if it says more than its text', () => {
  const cases: [string, string | undefined][] = [
    ['<span style="color:red">x</span>', undefined],
    ['<h2>T</h2><p>a <b>b</b> <i>c</i></p>', '## T\n\na **b** _c_'],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    ['<ol>\n<li>a</li>\n<li>b</li>\n</ol>', '1. a\n2. b'],
    ['<a href="https://a.example/x">y</a>', '[y](https://a.example/x)'],
    ['<a href="javascript:1">y</a>', 'y'],
    ['<pre><code>a\n  b</code></pre>', '```\na\n  b\n```'],
    ['use <code>x</code> &amp; y', 'use `x` & y'],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2|3</td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2\\|3 |',
    ],
    [
      '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>',
      '| a |\n| --- |\n| 1 |\n| 2 |',
    ],
    ['<b id="docs"><p>x</p><p><strong>y</strong></p></b>', 'x\n\n**y**'],
    ['<style>p{}</style><p>a</p><blockquote>q</blockquote>', 'a\n\n> q'],
  ];
  for (const [html, expected] of cases) assert.equal(htmlToMarkdown(html), expected, html);
});

test('hostile HTML is converted with less than a second of processor time', async () => {
  for (const part of ['<b>', '<', '<a href="', '</b>', '<!--', '<style>', '<li>a', "<a '"]) {
    const ms = await threadMs(() => htmlToMarkdown(`<b>${part.repeat(100_000 / part.length)}`));
    assert.ok(ms < 1000, `${part} took ${Math.round(ms)} ms`);
  }
});
