import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLine } from './plain-line.ts';

test('a line of Markdown loses its marks and keeps its words', () => {
  const lines: [string, string][] = [
    ['Should I also change the **retry** of `send()`?', 'Should I also change the retry of send()?'],
    ['## Plan\n\nFirst …', 'Plan'],
    ['\n> - [x] quoted and _done_', 'quoted and done'],
    ['See [the log](https://example.org/log) and ![](/a.png)now', 'See the log and now'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['**A long text that was cut …', '**A long text that was cut …'],
    ['1. Remove *both* files', 'Remove both files'],
    ['---', '---'],
  ];
  for (const [text, plain] of lines) assert.equal(plainLine(text), plain);
});
