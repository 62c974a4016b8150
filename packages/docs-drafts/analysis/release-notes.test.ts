import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNotesOfRelease, readReleaseNotes } from './release-notes.ts';
import type { SourceTree } from './source-tree.ts';

/** The entries that files gained, as `section: text`. */
function notesOf(
  files: Record<string, [before: string | undefined, after: string | undefined]>,
  base?: string,
  head?: string,
) {
  const file = (side: string, path: string) => {
    const text = files[path]?.[side === 'before' ? 0 : 1];
    return text === undefined ? undefined : { items: [], text };
  };
  const tree = { before: new Map(), after: new Map(), file } as unknown as SourceTree;
  return readReleaseNotes(tree, Object.keys(files), { ...(base && { base }), ...(head && { head }) }).map(
    ({ section, text }) => `${section}: ${text}`,
  );
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
  assert.deepEqual(notesOf({ 'CHANGES.md': [before, after] }), ['Added: Windows']);
});

test('a line that older versions have too is an entry of the new version, and names alone are none', () => {
  const old = '#### 12.0.0\n\n- Doors\n- New locales\n';
  const more = '- **Docs and others:**\n  - [#3](https://x/pull/3) @ada\n';
  const after = `#### 13.0.0\n\n- Windows\n- New locales\n  ([#2](https://x/pull/2))\n${more}\n${old}`;
  assert.deepEqual(notesOf({ 'CHANGELOG.md': [old, after] }), [': Windows', ': New locales']);
});

test('tags in front of entries are their sections, and files of towncrier are entries', () => {
  assert.deepEqual(
    notesOf({
      'docs/content/news.md': [
        '',
        '## 1.1.0\n\n- [FEATURE] Windows open\n- [BUGFIX] Doors close\n- [INTERNAL] Adopt other hinges\n',
      ],
      'changelog/12.bugfix.rst': [undefined, 'Keys fit.\n'],
      'changelog/13.misc.rst': [undefined, 'Sweep the floor.\n'],
    }),
    ['FEATURE: Windows open', 'BUGFIX: Doors close', 'bugfix: Keys fit.'],
  );
});

test('a sentence about security or compatibility before a list is its heading', () => {
  const text = [
    '1.1',
    '===',
    '',
    'One feature is **not backward compatible**:',
    '',
    '* Take the first section',
    '',
    'Many **improvements are related to security**, you should',
    'upgrade soon:',
    '',
    '* Sane paths',
    '',
    'Some bugs have been fixed:',
    '',
    '* Doors close again',
    '',
    '1.0',
    '===',
    '',
  ];
  assert.deepEqual(notesOf({ 'NEWS.rst': ['1.0\n===\n', text.join('\n')] }), [
    'Breaking changes: Take the first section',
    'Security: Sane paths',
    'Changes: Doors close again',
  ]);
  for (const words of ['Some words before a list:', 'There are no breaking changes:'])
    assert.deepEqual(notesOf({ 'NEWS.rst': ['', `1.0\n===\n\n${words}\n\n* A door\n`] }), [': A door']);
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
    '## Authors: 1',
    '- Ada ([@ada](https://example.com/ada))',
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

test('references at the end of an entry are left out whole', () => {
  const added = [
    '* Doors, closes [#1](https://x/issues/1).',
    '* Fix windows in https://x/pull/2',
    '* Unwrap refs',
  ];
  assert.deepEqual(notesOf({ 'CHANGELOG.md': ['', `## 1.0.0\n\n${added.join('\n')}\n`] }), [
    ': Doors',
    ': Fix windows',
    ': Unwrap refs',
  ]);
});

test('files with one change each are entries, in the formats of the common tools', () => {
  const reno = [
    '---',
    'prelude: >',
    '  A short story.',
    'features:',
    '  - |',
    '    Windows can be opened,',
    '    all of them.',
    '',
    '    Each has a handle.',
    '  - Doors too',
    'upgrade:',
    '  - |',
    '    Support for Python 3.10 has been removed.',
    '',
  ];
  const directive = [
    '.. change::',
    '    :tags: bug, doors',
    '    :tickets: 12, 13',
    '',
    '    Keys turn.',
    '',
    '    .. seealso:: other',
  ];
  const fenced = '```release-note:enhancement\ndoors: Are wider\n```\n\n```release-note:note\nHello\n```\n';
  assert.deepEqual(
    notesOf({
      'releasenotes/notes/config-windows-0123456789abcdef.yaml': [undefined, reno.join('\n')],
      'changelogs/fragments/7-doors.yml': [
        undefined,
        "bugfixes:\n- 'doors - Close again'\ntrivial:\n- Sweep\n",
      ],
      '.chloggen/bells.yaml': [
        undefined,
        'change_type: breaking\ncomponent: bells\nnote: Ring twice\nissues: [21]\nsubtext:\n',
      ],
      '.changes/unreleased/Fixed-1.yaml': [undefined, 'kind: Fixed\nbody: Locks lock\ntime: 2026-01-01\n'],
      'docs/build/unreleased_20/12.rst': [undefined, directive.join('\n')],
      'changelog_unreleased/keys/14.md': [
        undefined,
        '#### [HIGHLIGHT] Keep keys (#14 by @ada)\n\n```\n- x\n```\n',
      ],
      '.changelog/15.txt': [undefined, fenced],
      'upcoming-release-notes/lamps.md': [
        undefined,
        '---\ncategory: Bugfix\nauthors: [ada]\n---\n\nLamps shine\n',
      ],
      'upcoming-release-notes/floor.md': [undefined, '---\ncategory: Maintenance\n---\n\nSweep the floor\n'],
    }),
    [
      'features: Windows can be opened, all of them.',
      'features: Doors too',
      'upgrade: Support for Python 3.10 has been removed.',
      'bugfixes: doors - Close again',
      'breaking: Ring twice',
      'Fixed: Locks lock',
      'bug: Keys turn.',
      ': Keep keys',
      'enhancement: doors: Are wider',
      'Bugfix: Lamps shine',
    ],
  );
});

test('the name of a file with one change tells the advisory that it mends', () => {
  const name = 'docs/changelog/CVE-2024-12345.fix.rst';
  assert.deepEqual(notesOf({ [name]: [undefined, 'Take newer hinges.\n'] }), [
    'fix: Take newer hinges. (CVE-2024-12345)',
  ]);
  assert.deepEqual(notesOf({ [name]: [undefined, 'Mend CVE-2024-12345.\n'] }), ['fix: Mend CVE-2024-12345.']);
});

test('a file with one change is left out if the changelog tells its number', () => {
  assert.deepEqual(
    notesOf({
      'CHANGELOG.md': ['', '## 1.1.0\n\n- Keys stay ([#14](https://example.com/pull/14))\n'],
      'changelog_unreleased/keys/14.md': [undefined, '#### Keep keys (#14 by @ada)\n'],
    }),
    [': Keys stay'],
  );
});

test('directives of the changelog extension of Sphinx are versions and entries', () => {
  const version = (number: string, text: string) =>
    `.. changelog::\n    :version: ${number}\n\n    .. change::\n        :tags: usecase\n\n        ${text}\n\n        More words.\n\n`;
  const before = version('1.0.0', 'Doors open.');
  assert.deepEqual(
    notesOf({ 'docs/build/changelog.rst': [before, `${version('1.1.0', 'Windows open.')}${before}`] }),
    ['usecase: Windows open.'],
  );
});

test('a heading with the number of a pull request is an entry, and what stands below explains it', () => {
  const text = [
    '# 3.9.6',
    '#### Doors: Keep the handle ([#12](https://example.com/pull/12) by [@ada](https://example.com/ada))',
    'Text.',
    '**To use it:**',
    '1. Install the handle:',
    '2. Turn it.',
    '#### Windows: Open ([#13](https://example.com/pull/13), [#14](https://example.com/pull/14) by [@ada](https://example.com/ada))',
    '# 3.9.5',
  ];
  assert.deepEqual(notesOf({ 'CHANGELOG.md': ['# 3.9.5\n', text.join('\n')] }), [
    ': Doors: Keep the handle',
    ': Windows: Open',
  ]);
});

test('a line that only mends the words or links of another one is no entry', () => {
  const old =
    '## Unreleased\n\n## [2.2.0]\n- Fixed doors and windows in [pull/9](https://a.example/9) via [@ada](x)\n';
  const now =
    '## Unreleased\n\n## [2.2.0]\n- Fixed doors and windows in [pull/9](https://b.example/9) via @ada\n';
  assert.deepEqual(notesOf({ 'CHANGELOG.md': [old, now] }, 'v3.9.0'), []);
});

test('entries are breaking by their type, their mark or the heading above, also one in capitals', () => {
  const text = [
    '## 7.0.0',
    '### Major Changes',
    '- Doors need keys',
    '### Patch Changes',
    '- breaking(windows): need glass',
    '- feat!: lamps need oil',
    '- fix: bells ring',
    'BREAKING CHANGES:',
    '',
    '* Walls were removed',
    '',
    'BUG FIXES:',
    '',
    '* Floors are even',
  ];
  const files = { 'CHANGELOG.md': ['', text.join('\n')] } as const;
  const tree = {
    ...{ before: new Map(), after: new Map() },
    file: (side: string, path: 'CHANGELOG.md') => ({
      items: [],
      text: files[path][side === 'before' ? 0 : 1],
    }),
  } as unknown as SourceTree;
  assert.deepEqual(
    readReleaseNotes(tree, Object.keys(files)).map(({ text, isBreaking }) => `${isBreaking} ${text}`),
    [
      'true Doors need keys',
      'true need glass',
      'true lamps need oil',
      'false bells ring',
      'true Walls were removed',
      'false Floors are even',
    ],
  );
});

test('a guide to releasing is no changelog; RELEASES with versions is one', () => {
  assert.deepEqual(
    notesOf({
      'RELEASE.md': ['', '# How to release\n\n- Click on "Publish"\n'],
      'docs/release_process.md': ['', '- Copy the text\n'],
      'RELEASES.md': ['', '## 1.1.0\n\n- Doors open\n'],
    }),
    [': Doors open'],
  );
});

test('unreleased entries are news of a branch, but not of a release that has entries of its own', () => {
  const files = {
    'CHANGELOG.md': ['## 1.0.0\n', '## Unreleased\n- Doors\n## 1.0.1\n- Keys\n## 1.0.0\n'] as [
      string,
      string,
    ],
  };
  assert.deepEqual(notesOf(files, 'v1.0.0', 'main'), [': Doors', ': Keys']);
  assert.deepEqual(notesOf(files, 'v1.0.0', 'v1.0.1'), [': Keys']);
});

test('an entry with 512 kB of white space is read without quadratic time', () => {
  const text = `Doors open${' '.repeat(512 * 1024)}(end\n`;
  assert.deepEqual(notesOf({ 'changelog_unreleased/doors/12.md': [undefined, text] }), [': Doors open']);
});
