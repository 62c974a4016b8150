import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../../../test/support/processor-time.ts';
import { codePieces } from '../../display/code-pieces.ts';
import { inlinePieces, type Piece } from './inline-pieces.ts';
import { findLineKinds, splitCells } from './line-kinds.ts';
import { drawLine } from './line-pieces.ts';

const names = (look: string) => look.trim().replaceAll('rich-', '').replaceAll(' ', '.');
const show = (pieces: readonly Piece[]) =>
  pieces.map(({ text, look }) => (look ? `‹${names(look)} ${text}›` : text)).join('');

test('marks, code, links, addresses, mentions and keys of tickets are found in a line', () => {
  const cases: Record<string, string> = {
    'a **b** c': 'a ‹mark **›‹strong b›‹mark **› c',
    '**a _b_**': '‹mark **›‹strong a ›‹strong.mark _›‹strong.emphasis b›‹strong.mark _›‹mark **›',
    snake_case_name: 'snake_case_name',
    '2 * 3 * 4': '2 * 3 * 4',
    '~~gone~~': '‹mark ~~›‹deleted gone›‹mark ~~›',
    '`a **b**`': '‹mark `›‹code a **b**›‹mark `›',
    '\\*a\\*': '‹mark \\›*a‹mark \\›*',
    '[words](/t/PAY-1)': '‹mark [›‹link words›‹mark ](/t/PAY-1)›',
    'see https://a.example/b.': 'see ‹link https://a.example/b›.',
    '@ada fixed PAY-12': '‹chip @ada› fixed ‹chip PAY-12›',
    '![alt](/x.png)': '‹mark ![›‹caption alt›‹mark ](/x.png)›',
    '![Uploading a.png]()': '‹mark ![›‹uploading Uploading a.png›‹mark ]()›',
    'a ** b': 'a ** b',
  };
  for (const [line, expected] of Object.entries(cases)) assert.equal(show(inlinePieces(line)), expected);
});

test('list items, tasks, quotes and headings are drawn by their beginning', () => {
  const draw = (line: string, kind = 'text') => {
    const { look, pieces, indent } = drawLine(line, kind);
    return `${names(look)}${indent === undefined ? '' : indent}: ${show(pieces)}`;
  };
  assert.equal(draw('- a'), 'item0: ‹bullet - ›a');
  assert.equal(draw('  12. a'), 'item1: ‹indent   ›‹number 12. ›a');
  assert.equal(draw('- [x] a'), 'item0: ‹bullet-of-task - ›‹task.checked [x] ›‹done a›');
  assert.equal(draw('> a'), 'quote: ‹mark > ›a');
  assert.equal(draw('## a', 'h2'), 'heading.h2: ‹mark ## ›a');
});

test('code blocks and tables are found over several lines', () => {
  const kinds = (text: string) => findLineKinds(text.split('\n'));
  assert.deepEqual(kinds('a\n```ts\n# b\n```\n# c'), ['text', 'fence', 'code:ts', 'fence', 'h1']);
  assert.deepEqual(kinds('~~~\n```\na'), ['fence', 'code:', 'code:']);
  assert.deepEqual(kinds('|a|b|\n|-|:-:|\n|1|2|\n\n|x|'), ['head', 'delimiter', 'row', 'text', 'text']);
  assert.deepEqual(kinds('a|b\n-|-|-\n'), ['text', 'text', 'text'], 'as many cells as the head');
  assert.deepEqual(kinds('---\na - b'), ['rule', 'text']);
  const line = '| a \\| b | c |';
  assert.deepEqual(
    splitCells(line).map(({ start, end }) => line.slice(start, end)),
    [' a \\| b ', ' c '],
  );
});

test('code is coloured by its language and never changed', () => {
  const parts = (code: string, language: string) =>
    codePieces(code, language)
      .filter(({ look }) => look)
      .map(({ look, text }) => `${look.slice(5)} ${text}`);
  assert.deepEqual(parts('const a = "x"; // 1', 'ts'), ['word const', 'string "x"', 'comment // 1']);
  assert.deepEqual(parts('echo 1 # two', 'sh'), ['number 1', 'comment # two']);
  assert.deepEqual(parts('select 1 -- x', 'sql'), ['word select', 'number 1', 'comment -- x']);
  assert.deepEqual(parts('if a', ''), []);
});

const alphabet = [
  'a',
  ' ',
  '\n',
  '*',
  '**',
  '_',
  '`',
  '```',
  '[',
  ']',
  '(',
  ')',
  '|',
  '-',
  '- ',
  '> ',
  '# ',
  '~~',
  '!',
  '\\',
  '1. ',
  '[ ] ',
  'x',
  '@a',
  'PAY-1',
  '😀',
  '\t',
];

test('the pieces of any line are the line', () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
  for (let count = 0; count < 3000; count++) {
    const text = Array.from({ length: 1 + random(24) }, () => alphabet[random(alphabet.length)]).join('');
    const lines = text.split('\n');
    const kinds = findLineKinds(lines);
    for (const [index, line] of lines.entries())
      for (const kind of [
        kinds[index] ?? 'text',
        'text',
        'row',
        'h2',
        'code:ts',
        'rule',
        'fence',
        'delimiter',
      ]) {
        const { pieces, cells } = drawLine(line, kind);
        const drawn = (cells?.flat() ?? pieces).map((piece) => piece.text).join('');
        assert.equal(drawn, line, JSON.stringify([text, kind]));
      }
  }
});

test('a hostile line is drawn with less than half a second of processor time', async () => {
  for (const part of ['**', '*_', '[', '![', '`', '` ', '__a', '~~a', '\\', 'https://', '|', '"', "'"]) {
    const long = part.repeat(20_000 / part.length);
    const ms = await threadMs(() => {
      for (const line of [long, long.slice(0, 2999)])
        for (const kind of ['text', 'row', 'code:ts']) drawLine(line, kind);
    });
    assert.ok(ms < 500, `${part} took ${Math.round(ms)} ms`);
  }
});
