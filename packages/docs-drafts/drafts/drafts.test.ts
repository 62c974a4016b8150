import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSecurityIds, type ReleaseNote } from '../analysis/release-note.ts';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import { commitOf, contextOf, noteOf } from '../analyzed-changes.support.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

const surface = (change: Partial<SurfaceChange> & Pick<SurfaceChange, 'area' | 'change' | 'name'>) => ({
  path: 'src/a.ts',
  grade: change.change === 'removed' ? ('breaks' as const) : ('changed' as const),
  reason: '',
  isBreaking: change.change === 'removed',
  isInternal: false,
  sources: [{ path: change.path ?? 'src/a.ts', id: '0123456789ab' }],
  ...change,
});

/** The pages without their source comments. */
function draft(messages: string[], changes: SurfaceChange[], notes: ReleaseNote[] = []): string[] {
  const commits = messages.map((message, index) =>
    commitOf(message, { sha: `${index}`.padStart(40, '0'), touchesManifest: true }),
  );
  const context = contextOf({ commits, surface: changes, notes });
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
      '1. Stop using `old` and `older`: they are not exported any more.',
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

test('packages that are gone share one sentence, whatever their files are', () => {
  const gone = (name: string) =>
    surface({ area: 'export', change: 'removed', name, path: `${name}/x.go`, isPackage: true });
  const [developer = '', , changelog = ''] = draft([], [gone('a'), gone('b/c')]);
  assert.ok(changelog.includes('- The packages `a` and `b/c` were removed\n'));
  assert.ok(developer.includes('1. Stop importing `a` and `b/c`: the packages are gone.\n'));
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

const note = (text: string, more: Partial<ReleaseNote> = {}) =>
  noteOf('', text, { securityIds: findSecurityIds(text), ...more });
const linesBelow = (page: string, heading: string) =>
  new RegExp(`### ${heading}\n\n([\\s\\S]*?)(?:\n\n|\n$)`).exec(page)?.[1]?.split('\n') ?? [];

test('the changelog names security fixes first, with the ids that only a commit body has', () => {
  const [, , changelog = ''] = draft(
    [
      'feat: one',
      'deps: parser@^2.2.1 (#3)\n\nIncludes the patch for CVE-2025-13466',
      'sec: patch for CVE-2024-51999',
    ],
    [surface({ area: 'export', change: 'removed', name: 'old' })],
  );
  assert.deepEqual(changelog.match(/(?<=^### ).*|^\*\*Breaking changes\*\*/gm), [
    'Security',
    '**Breaking changes**',
    'Added',
  ]);
  assert.match(linesBelow(changelog, 'Security').join('\n'), /CVE-2025-13466[\s\S]*CVE-2024-51999/);
});

test('the words of the maintainers replace those of the commit that they tell about', () => {
  const [, , changelog = ''] = draft(
    ['fix: repair X (#7)', 'fix: repair Y (#8)', 'chore: tidy (#9)'],
    [],
    [note('Uploads work again', { section: 'Bug Fixes', numbers: [7] })],
  );
  assert.deepEqual(
    linesBelow(changelog, 'Fixed').map((line) => line.replace(/ \(.*$/, '')),
    ['- Uploads work again', '- Repair Y'],
  );
});

test('updates of dependencies are one line that names what the manifest shows', () => {
  const [, user = '', changelog = ''] = draft(
    ['chore(deps): bump a from 1.0.0 to 2.0.0 (#1)', 'chore(deps): bump b from 1.0.0 to 2.0.0 (#2)'],
    [
      surface({ area: 'dependency', change: 'changed', name: 'a', before: '1.0.0', after: '2.0.0' }),
      surface({ area: 'dependency', change: 'changed', name: 'b', before: '1.0.0', after: '2.0.0' }),
    ],
  );
  assert.deepEqual(
    linesBelow(changelog, 'Changed').map((line) => line.replace(/ \(.*$/, '')),
    ['- Dependencies updated: `a`, `b`'],
  );
  assert.match(user, /Nothing in this change is visible to users/);
});

test('fixes of docs and tests, refactoring and releases are no news; an unknown type is no reason to drop', () => {
  const [, , changelog = ''] = draft(
    [
      'fix(docs): words',
      'fix(test): words',
      'refactor: simplify',
      'ci: faster',
      '1.2.3',
      'lib: accept dates',
    ],
    [],
  );
  assert.deepEqual(
    changelog.match(/^- .*/gm)?.map((line) => line.replace(/ \(.*$/, '')),
    ['- Accept dates'],
  );
});

test('the page for developers separates what breaks from what may break, and names a replacement', () => {
  const [developer = ''] = draft(
    [],
    [
      surface({ area: 'export', change: 'removed', name: 'verifyFromKeys', before: 'verifyFromKeys()' }),
      surface({ area: 'export', change: 'added', name: 'verifyWithKeys', after: 'verifyWithKeys()' }),
      surface({
        area: 'export',
        change: 'changed',
        name: 'load',
        grade: 'may break',
        reason: 'the parameter a takes B instead of A',
      }),
    ],
  );
  assert.match(developer, /## Breaking changes\n\n- The export `verifyFromKeys`/);
  assert.match(
    developer,
    /## May break\n\n.*\n\n- The export `load` in `src\/a.ts` changed: the parameter a takes B/,
  );
  assert.match(developer, /1\. Replace `verifyFromKeys` by `verifyWithKeys`, which is new\./);
});
