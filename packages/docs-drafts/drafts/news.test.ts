import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import { changeOf, commitOf, noteOf } from '../analyzed-changes.support.ts';
import { collectNews } from './news.ts';

const newsOf = (change: Partial<ChangeAnalysis>) =>
  collectNews(changeOf(change)).map(({ group, text }) => `${group}: ${text}`);

test('commits about docs, spelling, releases and formatting are no news, whatever their type', () => {
  const upkeep = [
    'fix(binder): docs of MustUnixTime say time.Time',
    'Bumped v10.2.0',
    'Simplify code',
    'reformat: fewer empty lines',
    'fix: spelling of comments',
    'Merge branch main into feature',
    'Add package comments',
    'fix: address review feedback on hooks',
    'Fix flaky network test',
    'Update the docs and fix typos',
    'refactor: extract the parser of keys',
    'maintenance: 2604 release (#2695)',
    'Separate reading stream from processing',
    'Delete the old loop',
    'Update tests to check the status',
    'Update left-pad/core to 2.0',
    're-enable forcetypeassert',
    'Remove the printf in the reader',
    'Avoid copying the list',
    'Avoid an unnecessary function call',
    'build: fix the paths of the images',
    'chore: remove dependency on acme/errors',
  ];
  assert.deepEqual(newsOf({ commits: upkeep.map((message) => commitOf(message)) }), []);
  assert.deepEqual(
    newsOf({
      commits: [
        'Merge `searchParams` with the URL',
        'document.evaluate() checks types',
        'Fix Files Panel during a rebase',
        'Complete the documentation; deprecate the bell',
        'Update `immer` to 10.2 and disable strict mode',
        'Update `CI` environments to return colours',
        'fix: parse a list item with trailing space',
        'Use methods according to the HTTP spec.',
        'Promote the new parser to stable',
        'Delete now supports several documents',
        'filter: prefer the value that is not empty',
        '*fixed* the lock is released',
        'Update book/podcast scanner to sanitize descriptions',
        'Skip the server name if the host is an address',
        'Update the pattern allowing for a space before the date',
        'Add notes to tickets',
        'feat: people can add notes about tickets',
      ].map((message) => commitOf(message)),
    }),
    [
      'Changed: Merge `searchParams` with the URL',
      'Changed: document.evaluate() checks types',
      'Fixed: Fix Files Panel during a rebase',
      'Changed: Complete the documentation; deprecate the bell',
      'Changed: Update `immer` to 10.2 and disable strict mode',
      'Changed: Update `CI` environments to return colours',
      'Fixed: parse a list item with trailing space',
      'Changed: Use methods according to the HTTP spec.',
      'Changed: Promote the new parser to stable',
      'Changed: Delete now supports several documents',
      'Changed: prefer the value that is not empty',
      'Fixed: the lock is released',
      'Changed: Update book/podcast scanner to sanitize descriptions',
      'Fixed: Skip the server name if the host is an address',
      'Changed: Update the pattern allowing for a space before the date',
      'Added: Add notes to tickets',
      'Added: people can add notes about tickets',
    ],
  );
});

test('words about an attack make a security fix, in a feature only if they say that it is averted', () => {
  const fixes = [
    'Reject backslash ".." traversal on Windows',
    'use exact paths to prevent debug data exposure',
    'write the cache with a new file to block symlink follow',
    'Prevent "regex injection"',
    'Avoid DoS by nested brackets',
    'Add a limit to catch DoS by endless rules',
    'open redirect in the login',
  ];
  assert.deepEqual(
    newsOf({ commits: fixes.map((message) => commitOf(message)) }),
    fixes.map((text) => `Security: ${text}`),
  );
  assert.deepEqual(
    newsOf({
      commits: [
        'Add CSRF protection',
        'feat: CSRF tokens in forms',
        'Support dependency injection',
        'Fix tree traversal of nodes',
        'Accept DOS line ends',
        'Fix a leak of file handles',
      ].map((message) => commitOf(message)),
    }).filter((text) => text.startsWith('Security')),
    [],
  );
  assert.deepEqual(
    newsOf({
      notes: [noteOf('Bug fixes', 'Fix path traversal in archives'), noteOf('Added', 'CSRF tokens in forms')],
    }),
    ['Security: Fix path traversal in archives', 'Added: CSRF tokens in forms'],
  );
});

test('a security fix whose entry and commit name the same advisory is told once', () => {
  const commit = commitOf('Update semver to resolve CVE-2022-25883 (#932)', {
    advisories: ['CVE-2022-25883'],
    pulls: [932],
  });
  const note = noteOf('', 'Updated semver, CVE-2022-25883', {
    numbers: [921],
    securityIds: ['CVE-2022-25883'],
  });
  assert.deepEqual(newsOf({ commits: [commit], notes: [note] }), [
    'Security: Updated semver, CVE-2022-25883',
  ]);
});

test('a refactoring that a changelog tells in own words is news', () => {
  const commits = [commitOf('refactor: use specific lodash packages')];
  const tell = (text: string) => newsOf({ commits, notes: [noteOf('', text, { type: 'refactor' })] });
  assert.deepEqual(tell('reduce the size of the library'), ['Changed: reduce the size of the library']);
  assert.deepEqual(tell('use specific lodash packages'), []);
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
  const withDetails = (...details: string[]) => newsOf({ commits: [{ ...merge, details }] });
  const signed = 'Signed-off-by: Ada <ada@example.org>';
  assert.deepEqual(withDetails(signed), ['Security: Security fix in pool that was made in private']);
  assert.deepEqual(withDetails('The pool read a value without', 'checking it. It is old.', signed), [
    'Security: The pool read a value without checking it.',
  ]);
});

test('what a changelog that is kept by hand says to move or to remove is news, in a commit it is upkeep', () => {
  const words = [
    'Remove preprocessing of spaces',
    'Moved the sum to the end of the letter',
    'Removed the file check, which Django makes redundant',
    'Refactor the parser',
  ];
  assert.deepEqual(newsOf({ notes: words.map((text) => noteOf('', text)) }), [
    'Removed: Remove preprocessing of spaces',
    'Changed: Moved the sum to the end of the letter',
    'Removed: Removed the file check, which Django makes redundant',
  ]);
  assert.deepEqual(newsOf({ commits: words.map((message) => commitOf(message)) }), []);
});

test('the type in front of an entry is its group', () => {
  const fixed = noteOf('', 'Ability to yield fixtures', { type: 'fix' });
  assert.deepEqual(newsOf({ notes: [fixed] }), ['Fixed: Ability to yield fixtures']);
});

test('a file that only lists releases is no changelog, so that commits tell the news', () => {
  const commits = ['Read handles several documents', 'Close the door'].map((message) => commitOf(message));
  assert.deepEqual(newsOf({ commits, notes: [noteOf('', 'Release 1.15')] }), [
    'Changed: Read handles several documents',
    'Changed: Close the door',
  ]);
});

test('an issue in the subject connects a commit with the entry that names the issue', () => {
  const commit = commitOf('Write JSON without spaces. #3363 (#3367)');
  const note = noteOf('Changed', 'Bodies are compact', { numbers: [3363] });
  assert.deepEqual(newsOf({ commits: [commit], notes: [note] }), ['Changed: Bodies are compact']);
});

test('what a changelog kept by hand leaves out is told if it is new or repaired, but not twice', () => {
  const notes = [
    noteOf('Changed', 'Doors can be locked'),
    noteOf('', 'Windows open to both sides'),
    noteOf('Removed', 'The `oldBell` is gone'),
    noteOf('Deprecations', 'Windows open to both sides'),
  ];
  const commits = ['Add a key', 'Fix the handle (#4)', 'feat: ring twice', 'Delete oldBell (#5)'];
  commits.push('Paint the walls', 'Fix windows that open inwards');
  assert.deepEqual(newsOf({ notes, commits: commits.map((message) => commitOf(message)) }), [
    'Changed: Doors can be locked',
    'Changed: Windows open to both sides',
    'Removed: The `oldBell` is gone',
    'Added: Add a key',
    'Fixed: Fix the handle',
    'Added: ring twice',
  ]);
});

test('a commit that closes the issue of an entry, or writes the changelog, is told by the entry', () => {
  const notes = [noteOf('', 'Fixed a spin of the bell', { numbers: [11] }), noteOf('', 'Fixed a stuck door')];
  const commits = [
    commitOf('fix: 100% CPU (#17)\n\nFixes #11.'),
    commitOf('fix: the other side (#18)', { touchesChangelog: true }),
    commitOf('fix: the window (#19)'),
  ];
  assert.deepEqual(newsOf({ notes, commits }), [
    'Fixed: Fixed a spin of the bell',
    'Fixed: Fixed a stuck door',
    'Fixed: the window',
  ]);
});

test('a fix of a test that changes only the product is a fix of the product', () => {
  const fix = 'Fix test of saving on FreeBSD';
  assert.deepEqual(newsOf({ commits: [commitOf(fix, { touchesOthers: false })] }), [`Fixed: ${fix}`]);
  assert.deepEqual(newsOf({ commits: [commitOf(fix, { touchesOthers: true })] }), []);
});

test('a commit that names a method of every Python class is not news because one of them changed', () => {
  const changedOf = (name: string): SurfaceChange => ({
    ...{ area: 'export', change: 'changed', name, path: 'a.py', before: 'a', after: 'b', grade: 'breaks' },
    ...{ reason: '', isBreaking: true, isInternal: false, sources: [] },
  });
  const commits = [commitOf('refactor: reorder __init__ of Door')];
  assert.deepEqual(newsOf({ commits, surface: [changedOf('Window.__init__')] }), []);
  assert.deepEqual(newsOf({ commits, surface: [changedOf('Door')] }), ['Changed: reorder __init__ of Door']);
});

test('linting is upkeep only of the code', () => {
  const commits = [commitOf('fix: keep quiet when linting files of others'), commitOf('fix: linting errors')];
  assert.deepEqual(newsOf({ commits }), ['Fixed: keep quiet when linting files of others']);
});
test('what the maintainers call breaking is told, and examples do not make an entry upkeep', () => {
  const notes = [
    noteOf('Breaking Changes', 'Update metavar printing', { isBreaking: true, numbers: [1] }),
    noteOf('Style', 'Fix unstable layout of doors (e.g. `# pyright: ignore`)', { numbers: [2] }),
    noteOf('Style', 'Fix the readme', { numbers: [3] }),
  ];
  assert.deepEqual(newsOf({ commits: [commitOf('💥 Update metavar printing (#1)')], notes }), [
    'Changed: Update metavar printing',
    'Fixed: Fix unstable layout of doors (e.g. `# pyright: ignore`)',
  ]);
});

test('an entry in own words is told although its commit is a chore; a copied subject is not', () => {
  const commits = [
    commitOf('feat: add doors (#1)'),
    commitOf('feat: add keys (#4)'),
    commitOf('chore: add `@deprecated` to `matcher` (#2)'),
    commitOf('chore: oil hinges of doors (#3)'),
  ];
  const notes = [
    noteOf('Patch Changes', 'Warn whoever uses the `matcher` option of `Link`.', { numbers: [2] }),
    noteOf('Patch Changes', 'Oil hinges of doors', { numbers: [3] }),
  ];
  assert.deepEqual(newsOf({ commits, notes }), [
    'Changed: Warn whoever uses the `matcher` option of `Link`.',
    'Added: add doors',
    'Added: add keys',
  ]);
});

test('a repair of the manifest is news', () => {
  const repair = commitOf('fix: export the types of the client', {
    touchesProduct: false,
    touchesManifest: true,
  });
  assert.deepEqual(newsOf({ commits: [repair] }), ['Fixed: export the types of the client']);
});

test('a commit that uses, replaces or updates something of the product is news, another way to write code is not', () => {
  const told = [
    'Use SIMEMBERS to look for the queue',
    'Replace every space of the name, not only the first one',
    'Update the lexer of Java',
    'Optimize the search',
  ];
  const upkeep = [
    'Use strings.Cut',
    'Replace magic numbers by constants',
    'Updating test images for the pipeline',
    'chore(parser): use another list',
    'chore(parser): update the table',
  ];
  const commits = [...told, ...upkeep].map((message) => commitOf(message));
  assert.deepEqual(
    newsOf({ commits }),
    told.map((text) => `Changed: ${text}`),
  );
});

test('a part of the product in front of the words does not hide what they tell', () => {
  const commits = [
    '[core] Add a bell',
    '(cli): Add a key',
    'Ensure that bells ring',
    'Delay the bell to fix a ring',
  ];
  assert.deepEqual(newsOf({ commits: commits.map((message) => commitOf(message)) }), [
    'Added: [core] Add a bell',
    'Added: (cli): Add a key',
    'Fixed: Ensure that bells ring',
    'Fixed: Delay the bell to fix a ring',
  ]);
});

test('a word of upkeep in the middle of a fix or feature does not silence it', () => {
  const told = [
    'fix: release the connection if the reset is cancelled',
    'fix: wait for the cleanup of sessions',
    'Fix a mismatch of versions, add tests',
    'Ping the server before it sleeps',
    'Python 3.14 is supported and part of the test matrix',
    'feat: join errors like errors.Join',
    'feat: let prettier plugins read the options',
  ].map((message) => commitOf(message));
  assert.equal(newsOf({ commits: told }).length, told.length);
  const fix = 'fix: quotes in a changelog';
  assert.deepEqual(newsOf({ commits: [commitOf(fix)] }), []);
  assert.equal(newsOf({ commits: [commitOf(fix, { touchesTests: true })] }).length, 1);
  const upkeep = ['feat: add tests for the bell', 'Release 2.0'];
  assert.deepEqual(newsOf({ commits: upkeep.map((message) => commitOf(message)) }), []);
});

test('tests show that a removal changes the product, and that even a complete changelog left something out', () => {
  const removal = 'Remove the bell';
  assert.deepEqual(newsOf({ commits: [commitOf(removal)] }), []);
  assert.equal(newsOf({ commits: [commitOf(removal, { touchesTests: true })] }).length, 1);
  const words = ['Doors close', 'Windows open', 'Walls listen', 'Lamps glow', 'Bells ring', 'Keys turn'];
  const notes = ['a', 'b'].flatMap((part) => words.map((text) => noteOf('', `${text} in ${part}`)));
  const steps = notes.map(({ text }) => commitOf(text));
  const left = [commitOf('Adds a way out'), commitOf('Adds a way in', { touchesTests: true })];
  const isNew = (text: string) => text.includes('way');
  assert.deepEqual(newsOf({ notes, commits: [...left, ...steps] }).filter(isNew), ['Added: Adds a way in']);
});

test('an entry that a person wrote is news, even if a chore made it or it is about formatting', () => {
  const flag = noteOf('', 'Added a flag to skip the bell', { numbers: [7] });
  const formatting = noteOf('', 'Fix formatting of notes of an error');
  const commits = [commitOf('chore: Add flag to skip the bell (#7)')];
  assert.deepEqual(newsOf({ notes: [flag], commits }), ['Added: Added a flag to skip the bell']);
  assert.deepEqual(newsOf({ notes: [formatting] }), ['Fixed: Fix formatting of notes of an error']);
});

test('an update that calls itself security is a security fix, if the product is shipped with the package', () => {
  const commits = [
    commitOf('fix(deps): update dependency acme to v2.0.5 [security]', { touchesManifest: true }),
  ];
  const updatedOf = (isInternal: boolean): SurfaceChange => ({
    ...{ area: 'dependency', change: 'changed', name: 'acme', path: 'package.json', grade: 'changed' },
    ...{ before: '^2.0.4', after: '^2.0.5', reason: '', isBreaking: false, isInternal, sources: [] },
  });
  const fix = 'Security: update dependency acme to v2.0.5 [security]';
  assert.deepEqual(newsOf({ commits, surface: [updatedOf(false)] }), [fix]);
  assert.deepEqual(newsOf({ commits, surface: [updatedOf(true)] }), []);
});

test('a complete changelog that is kept by hand does not hide repairs, nor what tests show to return something else', () => {
  const things =
    'Doors Windows Lamps Locks Chairs Tables Shelves Carpets Curtains Mirrors Pictures Plants Stoves Sinks Towels Candles Clocks Drawers Pillows Blankets';
  const told = things.split(' ').map((thing) => `Add ${thing}`);
  const commits = [
    ...told.map((subject) => commitOf(subject)),
    commitOf('Fix the bell'),
    commitOf('Close the door even if nobody knocked'),
    commitOf('Paint the wall'),
  ];
  const notes = told.map((text) => noteOf('Added', text));
  assert.deepEqual(newsOf({ commits, notes }).slice(told.length), [
    'Fixed: Fix the bell',
    'Fixed: Close the door even if nobody knocked',
  ]);
});

test('the path in front of the words is no verb, and a check that moves is seen', () => {
  const commits = [
    commitOf('storage: format/json, bound the size'),
    commitOf('Move helpers to their own file'),
  ];
  assert.deepEqual(newsOf({ commits }), ['Changed: format/json, bound the size']);
});
