import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePorcelain } from './blame.ts';
import { findKeys, parseCommit } from './commits.ts';

const [first, second, none] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)];

test('adjacent lines of one commit are one range, whatever the lines say', () => {
  const out = [
    `${first} 1 1 2`,
    'author Ada',
    'boundary',
    'filename a.ts',
    '\tboundary',
    `${first} 2 2`,
    `\t${second} 1 2 3`,
    `${second} 7 3 1`,
    '\tx',
    `${first} 3 4 1`,
    '\ty',
    `${none} 5 5 1`,
    '\tz',
  ].join('\n');
  const { ranges, boundaries } = parsePorcelain(out);
  assert.deepEqual(ranges, [
    { from: 1, to: 2, commit: first },
    { from: 3, to: 3, commit: second },
    { from: 4, to: 4, commit: first },
    { from: 5, to: 5, commit: undefined },
  ]);
  assert.deepEqual([...boundaries], [first]);
});

test('keys are whole words of a message, each once', () => {
  const cases: [string, string[]][] = [
    ['Fix PAY-12, pay-12 and B-A-3', ['pay-12', 'B-A-3']],
    ['docket/HAR-2/fix', ['HAR-2']],
    ['Use PAY-1.2 and xPAY-3x', []],
    ['PAY-0 and 2026-11-18', ['2026-11-18']],
  ];
  for (const [message, keys] of cases) assert.deepEqual(findKeys(message), keys, message);
});

test('a commit has its trailers, and the pull requests that the hosts write', () => {
  const record = (message: string, tickets = '') =>
    parseCommit([first, 'Ada', 'a@x', '2026-11-18T10:00:00Z', tickets, '', '', message].join('\n'));
  assert.deepEqual(record('Merge pull request #12 from a/b').pullRequests, ['12']);
  assert.deepEqual(record('Fix it (#7)').pullRequests, ['7']);
  assert.deepEqual(record("Merge branch 'x'\n\nSee merge request acme/app!9").pullRequests, ['9']);
  assert.deepEqual(record('See (#3) there').pullRequests, []);
  assert.deepEqual(record('x', 'PAY-1\x1f PAY-2 ').tickets, ['PAY-1', 'PAY-2']);
});
