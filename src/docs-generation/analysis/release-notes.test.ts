import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNotesOfRelease, readReleaseNotes } from './release-notes.ts';
import type { SourceTree } from './source-tree.ts';

/** The entries that files gained, as `section: text`. */
function notesOf(
  files: Record<string, [before: string | undefined, after: string | undefined]>,
  base?: string,
) {
  const file = (side: string, path: string) => {
    const text = files[path]?.[side === 'before' ? 0 : 1];
    return text === undefined ? undefined : { items: [], text };
  };
  const tree = { before: new Map(), after: new Map(), file } as unknown as SourceTree;
  return readReleaseNotes(tree, Object.keys(files), base).map(({ section, text }) => `${section}: ${text}`);
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

test('underlined headings of reStructuredText are no code, and files per release are read', () => {
  const text = [
    "What's new in 6.5.3",
    '===================',
    'Security fixes',
    '~~~~~~~~~~~~~~',
    '- A door was open (`CVE-2026-12345 <https://example.com/GHSA-2345-6789-cfgh>`_).',
    'Other changes',
    '~~~~~~~~~~~~~',
    '- Windows open.',
    '- TBD',
  ];
  assert.deepEqual(notesOf({ 'docs/releasenotes/6.5.3.rst': [undefined, text.join('\n')] }), [
    'Security fixes: A door was open (CVE-2026-12345).',
    'Other changes: Windows open.',
  ]);
});

test('highlights that stand below as entries too, and the names of authors, are left out', () => {
  const text = [
    '# Notes',
    '# 2.0.0',
    '## Highlights',
    '### Doors',
    '- **Doors**: You can open them ([#1](https://example.com/pull/1))',
    '- Windows got cheaper',
    '## New Features',
    '- Doors that open ([#1](https://example.com/pull/1)) by [@ada](https://example.com/ada), [@bob](https://example.com/bob)',
    '- ✨ Add keys. PR [#2](https://example.com/pull/2) by [@ada](https://example.com/ada).',
  ];
  assert.deepEqual(notesOf({ 'CHANGELOG.md': ['# Notes\n', text.join('\n')] }), [
    'Doors: Windows got cheaper',
    'New Features: Doors that open',
    'New Features: Add keys.',
  ]);
});

test('entries of versions up to the base are no news, however late they are written', () => {
  const late = '## [7.84.0]\n\n- Doors open\n\n## [7.83.0]\n\n- Windows open\n';
  assert.deepEqual(notesOf({ 'CHANGELOG.md': ['## [7.83.0]\n\n- Windows open\n', late] }, 'v7.84.0'), []);
  const rewritten = [
    ...['********', ' 4.10.1 (2026-07-18)', '********', '- Keys turn', ''],
    ...['********', ' 4.10.0 (2026-05-28)', '********', '- Doors open, in other words', '- No changes'],
  ];
  const before = '****\n 4.10.0 (2026-05-28)\n****\n- feat: doors\n';
  assert.deepEqual(notesOf({ 'docs/changelog.rst': [before, rewritten.join('\n')] }, '4.10.0'), [
    ': Keys turn',
  ]);
  // The tag is of another package of the repository.
  assert.deepEqual(notesOf({ 'packages/b/CHANGELOG.md': ['', '## 1.2.0\n\n- Bells ring\n'] }, 'a@6.0.0'), [
    ': Bells ring',
  ]);
});

test('beside the file of a new release, changes of older files are corrections', () => {
  assert.deepEqual(
    notesOf({
      'docs/changelog/v0.35.0.md': ['* Old', '* Old\n* Expanded'],
      'docs/changelog/v0.35.2.md': [undefined, '* New'],
    }),
    [': New'],
  );
});

test('without a new version, entries below older versions are corrections', () => {
  const before = '## 2.1.0\n\n- Doors\n\n## 2.0.0\n\n- Windows, see old.example\n';
  const after = '## 2.1.0\n\n- Doors\n- Keys\n\n## 2.0.0\n\n- Windows, see new.example\n';
  assert.deepEqual(notesOf({ 'CHANGELOG.md': [before, after] }), [': Keys']);
});

test('references and thanks at the end of an entry are left out whole', () => {
  const link = (text: string) => `[${text}](https://example.com/1)`;
  const text = `- Keys turn (${link('#1')}/${link('ansible#4')}, thanks to ${link('@ada')})`;
  assert.deepEqual(notesOf({ 'CHANGELOG.md': ['', text] }), [': Keys turn']);
});
