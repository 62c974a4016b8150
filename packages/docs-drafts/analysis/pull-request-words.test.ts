import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { upstreamFailed } from '../../../src/platform/errors.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import type { PullRequestFacts } from '../source-repository.ts';
import { analyzeChange } from './analyze-change.ts';

const repositories = newRepositories();
after(() => repositories.remove());
const limits = { commitsMax: 100, filesMax: 100, fileBytesMax: 100_000 };
repositories.add(
  'acme/site',
  [
    { message: 'start', files: { 'src/a.js': '0' } },
    { message: 'first step', branch: 'side', parents: [1], files: { 'src/a.js': '1' } },
    { message: 'review', branch: 'side', files: { 'src/a.js': '2' } },
    { message: 'Merge pull request #7 from acme/side\n\nAdd dark mode', parents: [1, 3] },
    { message: 'Tidy the cellar (#8)', files: { 'src/a.js': '3' } },
    { message: 'Other ports (#9)', files: { 'src/a.js': '4' } },
  ],
  { v1: 1, v2: { at: 6, message: 'v2\n\n- Ports can be chosen\n' } },
);

async function analyze(
  find?: (number: number) => Promise<PullRequestFacts | undefined>,
  { name, to } = { name: 'site', to: 'v2' },
) {
  const repository = openLocalRepository(repositories.root, 'acme', name);
  const [base, head] = [await repository.resolve('v1'), await repository.resolve(to)];
  const range = { base, head, refs: { base: 'v1', head: to } };
  return analyzeChange({ ...repository, ...(find && { findPull: find }) }, range, limits, () => {});
}

test('a merged pull request stands for its commits, and the annotated tag for a changelog', async () => {
  const { commits, notes, commitsCount } = await analyze();
  assert.deepEqual(
    commits.map(({ subject, pulls, parts = [] }) => [subject, pulls, parts.map((part) => part.subject)]),
    [
      ['Other ports', [9], []],
      ['Tidy the cellar', [8], []],
      ['Add dark mode', [7], ['review', 'first step']],
    ],
  );
  assert.equal(commitsCount, 5);
  assert.deepEqual(
    notes.map(({ text }) => text),
    ['Ports can be chosen'],
  );
});

test('titles, bodies and labels of pull requests tell type, breaks and advisories', async () => {
  const body = 'Why.\n\nBREAKING CHANGE: port 80 is closed\n\nSee CVE-2026-12345\n\n- [ ] Breaking change';
  const facts: Record<number, PullRequestFacts> = {
    7: { title: 'feat(theme): add dark mode', body: '<!-- BREAKING CHANGE: no -->', labels: [] },
    8: { title: 'Tidy the cellar', body: '', labels: ['skip-changelog', 'bug'] },
    9: { title: 'Other ports', body, labels: ['Type: Bug'] },
  };
  const { commits, unreadPulls } = await analyze(async (number) => facts[number]);
  assert.equal(unreadPulls, 0);
  assert.deepEqual(
    commits.map(({ type, scope, isBreaking, breakingNotes, advisories }) => [
      ...[type, scope, isBreaking, breakingNotes, advisories],
    ]),
    [
      ['fix', undefined, true, ['port 80 is closed'], ['CVE-2026-12345']],
      ['chore', undefined, false, [], []],
      ['feat', 'theme', false, [], []],
    ],
  );
});

test('the changelogs that a bot quotes in a pull request say nothing about this repository', async () => {
  const body = 'BREAKING CHANGE: theirs\n\nCVE-2026-12345';
  const { commits } = await analyze(async () => ({ title: 'Bump x from 1.0 to 2.0', body, labels: [] }));
  assert.ok(commits.every(({ isBreaking, advisories }) => !isBreaking && advisories.length === 0));
});

test('a code host that refuses its pull requests does not stop the draft', async () => {
  const { commits, unreadPulls } = await analyze(async (number) => {
    if (number === 8) throw upstreamFailed('API rate limit exceeded', 60);
    return { title: 'feat: x', body: '', labels: [] };
  });
  assert.equal(unreadPulls, 3);
  assert.ok(commits.every(({ type }) => type === undefined));
});

test('pull requests that are based on each other each stand for their own commits', async () => {
  repositories.add(
    'acme/stacked',
    [
      { message: 'start', files: { 'src/a.js': '0' } },
      { message: 'fix: first', branch: 'one', parents: [1], files: { 'src/a.js': '1' } },
      { message: 'fix: second', branch: 'two', parents: [2], files: { 'src/a.js': '2' } },
      { message: 'Merge pull request #1 from acme/one\n\nfix: the door', parents: [1, 2] },
      { message: 'Merge pull request #2 from acme/two', parents: [4, 3] },
    ],
    { v1: 1 },
  );
  const find = async () => ({ title: 'fix: the window', body: '', labels: [] });
  const { commits } = await analyze(find, { name: 'stacked', to: 'main' });
  assert.deepEqual(
    commits.map(({ type, subject, parts = [] }) => [type, subject, parts.map((part) => part.subject)]),
    [
      ['fix', 'the window', ['second']],
      ['fix', 'the door', ['first']],
    ],
  );
});

test('the merge of a private fix stands for its commits, also for those that have a type', async () => {
  repositories.add(
    'acme/private',
    [
      { message: 'start', files: { 'src/a.js': '0' } },
      { message: 'fix: close the door', branch: 'door', parents: [1], files: { 'src/a.js': '1' } },
      { message: 'Merge commit from fork\n\nA door that stays open', parents: [1, 2] },
    ],
    { v1: 1 },
  );
  const { commits } = await analyze(undefined, { name: 'private', to: 'main' });
  assert.deepEqual(
    commits.map(({ subject, parts = [] }) => [subject, parts.map((part) => part.subject)]),
    [['Merge commit from fork', ['close the door']]],
  );
});
