import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyzedCommit } from '../analysis/analyze-change.ts';
import { parseCommitMessage } from '../analysis/commit-message.ts';
import type { SurfaceChange } from '../analysis/compare-surfaces.ts';
import type { DraftContext } from './draft-context.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

const surface = (change: Partial<SurfaceChange> & Pick<SurfaceChange, 'area' | 'change' | 'name'>) => ({
  path: 'src/a.ts',
  isBreaking: change.change === 'removed',
  isInternal: false,
  sources: [{ path: change.path ?? 'src/a.ts', id: '0123456789ab' }],
  ...change,
});

const commit = (message: string, index: number): AnalyzedCommit => ({
  ...parseCommitMessage(message),
  sha: `${index}`.padStart(40, '0'),
  isMerge: false,
  author: 'Ada',
  touchesProduct: true,
  sources: [],
});

/** The pages without their source comments. */
function draft(messages: string[], changes: SurfaceChange[]): string[] {
  const context: DraftContext = {
    repo: 'acme/site',
    base: { ref: 'v1', sha: '1'.repeat(40) },
    head: { ref: 'v2', sha: '2'.repeat(40), committedAt: '2026-11-01T00:00:00Z' },
    change: {
      mergeBase: '1'.repeat(40),
      commits: messages.map(commit),
      files: [],
      surface: changes,
      unread: 0,
    },
    ticket: undefined,
    pull: undefined,
    tickets: {},
    links: { issue: undefined, pull: undefined, commit: undefined },
  };
  return draftDocs(context, 'both').map(({ page }) => writeMdx(page).replace(/ \{\/\*.*?\*\/\}/g, ''));
}

test('equal changes of several exports, variables or migration steps share one sentence', () => {
  const [developer = '', , changelog = ''] = draft(
    [],
    [
      surface({ area: 'export', change: 'added', name: 'one', after: 'function one(): void' }),
      surface({ area: 'export', change: 'added', name: 'two', after: 'const two' }),
      surface({
        area: 'export',
        change: 'added',
        name: 'far',
        path: 'src/b.ts',
        after: "export { far } from './c.ts'",
      }),
      surface({ area: 'export', change: 'removed', name: 'old', before: 'function old(a: string): void' }),
      surface({ area: 'export', change: 'removed', name: 'older', before: 'const older' }),
      surface({ area: 'config', change: 'added', name: 'PORT' }),
      surface({ area: 'config', change: 'added', name: 'HOST', path: 'src/b.ts' }),
      surface({ area: 'config', change: 'added', name: 'NAME' }),
      surface({ area: 'schema', change: 'added', name: 'create index i', path: 'migrations/2.sql' }),
      surface({ area: 'schema', change: 'added', name: 'create table t', path: 'migrations/2.sql' }),
    ],
  );
  const section = (heading: string) =>
    new RegExp(`## ${heading}\n\n([\\s\\S]*?)(?:\n\n## |\n$)`).exec(developer)?.[1];
  assert.equal(section('Breaking changes'), '- The exports `old` and `older` in `src/a.ts` were removed');
  assert.equal(
    section('How to adapt'),
    [
      '1. Stop using `old` and `older` of `src/a.ts`: they are not exported any more.',
      '2. Decide whether to set `PORT`, `HOST` and `NAME`, which are read now.',
      '3. Run the migration `migrations/2.sql`.',
    ].join('\n'),
  );
  assert.equal(section('Database'), '- `create table t` and `create index i` in `migrations/2.sql`');
  assert.equal(section('Configuration'), '- New configuration variables `PORT`, `HOST` and `NAME`');
  assert.equal(
    section('Exports'),
    [
      '- New exports `one` and `two` in `src/a.ts`\n\n  ```ts\n  function one(): void\n  ```\n',
      '- New export `far` in `src/b.ts`',
      '- The exports `old` and `older` in `src/a.ts` were removed\n\n  ```ts\n  function old(a: string): void\n  ```',
    ].join('\n'),
  );
  assert.equal(changelog.match(/were removed/g)?.length, 1, 'listed once');
});

test('the page for users has readable feature names as headings', () => {
  const [, user = ''] = draft(
    [
      'feat(user-profile): one',
      'fix(api): two',
      'feat(cli,db): three',
      'feat: four',
      'feat(a [#top] [toc] <b>): five',
      'fix(c++): six',
    ],
    [],
  );
  assert.deepEqual(user.match(/(?<=^## ).*/gm), [
    'A #top toc b',
    'API',
    'C++',
    'Command line, database',
    'User profile',
    'General',
  ]);
});

test('security fixes come first in the changelog, with the ids that their messages name', () => {
  const changelog = draft(
    [
      'feat!: drop the old format',
      'deps: parser@^2.2.1 (#7)\n\nIncludes the patch for CVE-2025-13466.',
      'sec: patch for CVE-2024-51999',
      'Merge commit from fork',
      'lib: read the socket',
      'fix(docs): repair a link',
      'fix: silence mypy findings',
    ],
    [],
  ).at(-1) as string;
  const listed = changelog.slice(changelog.indexOf('### Security'));
  const positions = [
    'CVE-2025-13466',
    'CVE-2024-51999',
    'Security fix',
    'Breaking changes',
    'Read the socket',
  ];
  const found = positions.map((words) => listed.indexOf(words));
  assert.ok(!found.includes(-1), `${positions[found.indexOf(-1)]} is missing in ${listed}`);
  assert.ok(
    Math.max(...found.slice(0, 3)) < (found[3] as number) && (found[3] as number) < (found[4] as number),
  );
  assert.doesNotMatch(changelog, /repair a link|mypy/i);
});
