import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { parseCommitMessage } from '../analysis/commit-message.ts';
import type { ReleaseNote } from '../analysis/release-notes.ts';
import { collectNews } from './news.ts';

const commitOf = (message: string, more: Partial<AnalyzedCommit> = {}): AnalyzedCommit => ({
  ...parseCommitMessage(message),
  ...{ sha: message, isMerge: false, author: 'a', touchesProduct: true, touchesManifest: false },
  ...{ touchesChangelog: false, details: [], sources: [] },
  ...more,
});
const noteOf = (section: string, text: string, more: Partial<ReleaseNote> = {}): ReleaseNote => ({
  ...{ section, text, type: undefined, scope: undefined, isBreaking: false, numbers: [], securityIds: [] },
  source: { path: 'CHANGELOG.md', id: '1' },
  ...more,
});
const newsOf = (change: Partial<ChangeAnalysis>) =>
  collectNews({
    ...{
      mergeBase: undefined,
      commits: [],
      files: [],
      surface: [],
      notes: [],
      unread: 0,
      unreadPulls: 0,
      commitsCount: 0,
      ...change,
    },
  }).map(({ group, text }) => `${group}: ${text}`);

test('commits about docs, spelling, releases and formatting are no news, whatever their type', () => {
  const upkeep = [
    'fix(binder): docs of MustUnixTime say time.Time',
    'Bumped v10.2.0',
    'Simplify code',
    'reformat: fewer empty lines',
    'fix: spelling of comments',
    'Merge branch main into feature',
  ];
  assert.deepEqual(newsOf({ commits: upkeep.map((message) => commitOf(message)) }), []);
  assert.deepEqual(
    newsOf({
      commits: ['Merge `searchParams` with the URL', 'document.evaluate() checks types'].map((message) =>
        commitOf(message),
      ),
    }),
    ['Changed: Merge `searchParams` with the URL', 'Changed: document.evaluate() checks types'],
  );
});

test('a private fix that writes its changelog entry is told once, by the entry', () => {
  const merge = commitOf('Merge commit from fork', {
    touchesChangelog: true,
    sources: [{ path: 'src/pool.py', id: '1' }],
  });
  assert.deepEqual(
    newsOf({ commits: [merge], notes: [noteOf('Bugfixes', 'Fixed a security issue of redirects')] }),
    ['Security: Fixed a security issue of redirects'],
  );
  assert.deepEqual(newsOf({ commits: [merge] }), ['Security: Security fix in pool that was made in private']);
});

test('an issue in the subject connects a commit with the entry that names the issue', () => {
  const commit = commitOf('Write JSON without spaces. #3363 (#3367)');
  const note = noteOf('Changed', 'Bodies are compact', { numbers: [3363] });
  assert.deepEqual(newsOf({ commits: [commit], notes: [note] }), ['Changed: Bodies are compact']);
});
