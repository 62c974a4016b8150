import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommitParser } from 'conventional-commits-parser';
import { parseCommitMessage } from './commit-message.ts';

const messages = [
  'feat: add a door',
  'feat(house): add a door (#12)',
  'fix(api)!: refuse nothing',
  'FEAT(Scope): Shout',
  'chore(deps): bump x from 1 to 2',
  'refactor: move\n\nA body of words.\n\nReviewed-by: Ada\nRefs: #7',
  'feat: x\n\nBREAKING CHANGE: y is gone',
  'feat: x\n\nSome words.\n\nBREAKING-CHANGE: y is gone\nand more of it',
  'fix: a: b: c',
  'docs: what `feat:` means',
  'not conventional at all',
  'Merge branch main',
  'revert: feat: add a door\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.',
  'feat():  empty scope',
  'feat(a b): scope with a space',
  'wip',
  'fix(x): CRLF\r\n\r\nBREAKING CHANGE: line\r\n',
];

test('type, scope, subject and breaking notes agree with conventional-commits-parser', () => {
  const parser = new CommitParser({
    headerPattern: /^(\w*)(?:\((.*)\))?!?: +(.*)$/,
    breakingHeaderPattern: /^(\w*)(?:\((.*)\))?!: +(.*)$/,
    noteKeywords: ['BREAKING CHANGE', 'BREAKING-CHANGE'],
  });
  for (const message of messages) {
    const expected = parser.parse(message);
    const actual = parseCommitMessage(message);
    assert.equal(actual.type, expected.type?.toLowerCase() ?? undefined, message);
    assert.equal(actual.scope, expected.scope?.trim() || undefined, message);
    if (expected.subject)
      assert.equal(actual.subject, expected.subject.replace(/ \(#\d+\)/, '').trim(), message);
    assert.equal(actual.isBreaking, expected.notes.length > 0, message);
    assert.equal(
      actual.breakingNotes.length,
      expected.notes.filter(({ text }) => text !== expected.subject).length,
      message,
    );
  }
});

test('pull requests, issues and ticket keys in a commit message are distinguished', () => {
  const { pulls, issues, ticketKeys, subject } = parseCommitMessage(
    'feat(pay): take money (#12)\n\nCloses #7, see #8 and PAY-3, WEB_2-10. Not UTF-8, not sha-256, not pay-4.',
  );
  assert.deepEqual([pulls, issues, ticketKeys, subject], [[12], [7, 8], ['PAY-3', 'WEB_2-10'], 'take money']);
});

test('a merge commit of a pull request is described by the title of the pull request', () => {
  const merge = parseCommitMessage('Merge pull request #9 from acme/x\n\nfeat(web): dark mode\n');
  assert.deepEqual([merge.type, merge.scope, merge.subject, merge.pulls], ['feat', 'web', 'dark mode', [9]]);
});

test('the parts of an overlong commit message are cut to their maximum', () => {
  const { subject, scope, breakingNotes, reverts } = parseCommitMessage(
    `feat(${'s'.repeat(100_000)})!: a${' '.repeat(500_000)}b (#1)\n\n${'BREAKING CHANGE: note\n'.repeat(1_000)}\n${'This reverts commit 0123456. '.repeat(1_000)}`,
  );
  assert.equal(subject, 'a b');
  assert.deepEqual([scope?.length, breakingNotes.length, reverts.length], [60, 50, 50]);
  assert.equal(
    parseCommitMessage(`fix: ${'x'.repeat(298)}\u{1f600}\u{1f600}`).subject,
    `${'x'.repeat(298)}…`,
    'no lone surrogate',
  );
  assert.equal(
    parseCommitMessage(`x\n\nBREAKING CHANGE: ${'y '.repeat(90_000)}`).breakingNotes[0]?.length,
    1_998,
  );
});

test('ids of advisories are read from the whole message, once each', () => {
  const { advisories } = parseCommitMessage(
    'deps: update the parser\n\nFixes cve-2024-12345 and https://example.org/GHSA-AB12-cd34-ef56 (CVE-2024-12345).\nNot CVE-24-1.',
  );
  assert.deepEqual(advisories, ['CVE-2024-12345', 'GHSA-ab12-cd34-ef56']);
});

test('advisories in the notes that a bot quotes of several packages at once are not those of the product', () => {
  const quote = (name: string) =>
    `<details>\n<summary>acme/${name} (${name})</summary>\n\nFixes CVE-2024-12345.\n\n</details>\n`;
  const advisoriesOf = (body: string) => parseCommitMessage(`chore(deps): update\n\n${body}`).advisories;
  assert.deepEqual(advisoriesOf(`${quote('door')}${quote('lathe')}`), []);
  assert.deepEqual(advisoriesOf(`For CVE-2024-1000\n\n${quote('door')}${quote('lathe')}`), ['CVE-2024-1000']);
  assert.deepEqual(advisoriesOf(quote('door')), ['CVE-2024-12345']);
});

test('tags in brackets and emoji of gitmoji tell the type', () => {
  const headers = [
    '[fix] Close the door',
    '[dist] 8.1.0',
    '*fixed* Close the window',
    '[Door] Close it',
    '🐛 Close the door (#4)',
    ':sparkles: Add a window',
    '🔒️ Lock the door',
    '🔥 feat(door): Add a handle',
    '🔥 Remove the handle',
    '🩹🚨 - Close the door',
  ];
  assert.deepEqual(
    headers.map((header) => {
      const { type, scope, subject } = parseCommitMessage(header);
      return [type, scope, subject];
    }),
    [
      ['fix', undefined, 'Close the door'],
      ['release', undefined, '8.1.0'],
      ['fix', undefined, 'Close the window'],
      [undefined, undefined, '[Door] Close it'],
      ['fix', undefined, 'Close the door'],
      ['feat', undefined, 'Add a window'],
      ['security', undefined, 'Lock the door'],
      ['feat', 'door', 'Add a handle'],
      [undefined, undefined, 'Remove the handle'],
      ['fix', undefined, 'Close the door'],
    ],
  );
});

test('the explosion of gitmoji marks a breaking change, with or without a type behind it', () => {
  for (const header of ['💥 Open the door outwards', ':boom: Open it', '💥 feat(door): Open it'])
    assert.equal(parseCommitMessage(header).isBreaking, true, header);
  assert.equal(parseCommitMessage('✨ Open the door').isBreaking, false);
});

test('a remark in brackets marks a breaking change', () => {
  for (const header of ['Count the doors [BC break]', 'Count (breaking change)', 'Count [breaking]'])
    assert.equal(parseCommitMessage(header).isBreaking, true, header);
  for (const header of ['Count (backwards compatible)', 'Count the doors (BC)', 'Mend [the breaking door]'])
    assert.equal(parseCommitMessage(header).isBreaking, false, header);
});
