import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNotesOfRelease, readReleaseNotes } from './release-notes.ts';
import type { SourceTree } from './source-tree.ts';

/** The entries that files gained, as `section: text`. */
function notesOf(files: Record<string, [before: string | undefined, after: string | undefined]>) {
  const file = (side: string, path: string) => {
    const text = files[path]?.[side === 'before' ? 0 : 1];
    return text === undefined ? undefined : { items: [], text };
  };
  const tree = { before: new Map(), after: new Map(), file } as unknown as SourceTree;
  return readReleaseNotes(tree, Object.keys(files)).map(({ section, text }) => `${section}: ${text}`);
}

test('items above nested items are headings; code and lists that explain are no entries', () => {
  const text = [
    '## 2.0.0',
    '- Bug fixes',
    '    - Doors close again',
    '    - Windows too',
    '- Keys can be lost',
    '  ```sh',
    '  - lose key',
    '  ```',
    '',
    'A hole was closed (CVE-2026-12345). It is open if:',
    '',
    '1. The door is old.',
    '2. The key is lost.',
    '',
  ];
  assert.deepEqual(notesOf({ 'CHANGELOG.md': ['# Log\n', `# Log\n${text.join('\n')}`] }), [
    'Bug fixes: Doors close again',
    'Bug fixes: Windows too',
    ': Keys can be lost',
    ': A hole was closed (CVE-2026-12345). It is open if:',
  ]);
});

test('entries of an old version that were only written anew are no news', () => {
  const before = '## [1.0.0] - 2025-01-01\n\n### Fixed\n* Doors (#1 by @ada)\n';
  const after =
    '## [1.1.0]\n\n**Added**\n\n* Windows (#2 by [@ada])\n\n## [1.0.0] - 2025-01-02\n\n**Fixed**\n\n* Doors (#1 by [@ada])\n';
  assert.deepEqual(notesOf({ 'CHANGES.md': [before, after] }), ['Added: Windows (#2 by [@ada])']);
});

test('tags in front of entries are their sections, and files of towncrier are entries', () => {
  assert.deepEqual(
    notesOf({
      'docs/content/news.md': ['', '## 1.1.0\n\n- [FEATURE] Windows open\n- [BUGFIX] Doors close\n'],
      'changelog/12.bugfix.rst': [undefined, 'Keys fit.\n'],
      'changelog/13.misc.rst': [undefined, 'Sweep the floor.\n'],
    }),
    ['FEATURE: Windows open', 'BUGFIX: Doors close', 'bugfix: Keys fit.'],
  );
});

test('entries that a host made of pull requests tell only the section of the pull request', () => {
  const text = [
    "## What's Changed",
    '### Bug Fixes',
    '* Close doors by @ada in https://host.example/acme/site/pull/7',
    '## Notes',
    '* Doors need oil',
  ];
  const { notes, sections } = readNotesOfRelease(text.join('\n'), '1'.repeat(40));
  assert.deepEqual([...sections], [[7, 'Bug Fixes']]);
  assert.deepEqual(
    notes.map((note) => note.text),
    ['Doors need oil'],
  );
});
