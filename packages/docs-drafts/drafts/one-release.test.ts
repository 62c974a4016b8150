import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newRepositories } from '../../../test/support/git-history.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import { readDraftContext } from '../read-draft-context.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

const repositories = newRepositories();
after(() => repositories.remove());
let count = 0;

interface Release {
  /** Files of the release before. */
  was?: Record<string, string>;
  /** Files that the first commit of the range writes; null removes one. */
  is?: Record<string, string | null>;
  /** Files that the last commit writes. */
  last?: Record<string, string>;
  /** Messages of the commits; each one changes a source file. */
  commits?: string[];
  tags?: [base: string, head: string];
}

/** The pages of a small repository with one release after another, without their source comments. */
async function draftRelease({
  was = {},
  is = {},
  last = {},
  commits = ['Work'],
  tags: [base, head] = ['v1.0.0', 'v1.1.0'],
}: Release) {
  const name = `r${++count}`;
  const history = [
    { message: 'The release before', files: { 'src/a.txt': '0', ...was } },
    ...commits.map((message, at) => ({
      message,
      files: { 'src/a.txt': `${at + 1}`, ...(at === 0 && is), ...(at === commits.length - 1 && last) },
    })),
  ];
  repositories.add(`acme/${name}`, history, { [base]: 1, [head]: history.length });
  const context = await readDraftContext(
    openLocalRepository(repositories.root, 'acme', name),
    {
      ...{ base, head, ticket: undefined, pullNumber: undefined },
      limits: { commitsMax: 100, filesMax: 100, fileBytesMax: 1_000_000 },
    },
    () => {},
    async () => ({}),
  );
  const [developer, user, changelog] = draftDocs(context, 'both').map(({ page }) =>
    writeMdx(page)
      .replace(/ ?\{\/\*.*?\*\/\}/g, '')
      .replace(/ \((?:(?:pull request )?#\d+, )*[0-9a-f]{7}\)/g, ''),
  ) as [string, string, string];
  return { developer, user, changelog };
}

/** The items of a page below a heading or a line in bold. */
const itemsBelow = (page: string, heading: string) =>
  (new RegExp(`^(?:#+ ${heading}|\\*\\*${heading}\\*\\*)\n\n((?:- .*\n?)+)`, 'm').exec(page)?.[1] ?? '')
    .trim()
    .split('\n')
    .filter(Boolean);

test('the page for developers names the files that nest too deep to be compared', async () => {
  const { developer } = await draftRelease({
    was: { 'go.mod': 'module lib\n', 'lib.go': 'package lib\n' },
    is: { 'lib.go': `package lib\n\nfunc F(a ${'[]'.repeat(20_000)}int) {}\n` },
  });
  assert.match(developer, /^`lib\.go` nests too deep to be read, so what it declares is not compared\.$/m);
});

const log = (...lines: string[]) => ({
  was: { 'CHANGELOG.md': '# Log\n\n## 1.0.0\n\n- Begin\n' },
  is: { 'CHANGELOG.md': `# Log\n\n## 1.1.0\n\n${lines.join('\n')}\n\n## 1.0.0\n\n- Begin\n` },
});

test('an entry or a commit with the scope security is a security fix, except a feature', async () => {
  for (const line of [
    '**security:** improve results object creation',
    'fix(security): improve results object creation',
  ]) {
    const { changelog, user } = await draftRelease(log('### Bug Fixes', '', `- ${line}`));
    assert.deepEqual(itemsBelow(changelog, 'Security'), ['- Improve results object creation']);
    assert.deepEqual(itemsBelow(user, 'Security'), ['- **Security:** Improve results object creation']);
  }
  const { changelog } = await draftRelease({ commits: ['fix(security): improve results object creation'] });
  assert.deepEqual(itemsBelow(changelog, 'Security'), ['- Improve results object creation']);
  const feature = await draftRelease(log('### Added', '', '- **security:** a page for keys'));
  assert.deepEqual(itemsBelow(feature.changelog, 'Added'), ['- A page for keys']);
});

test('code of an entry is shown as its author wrote it', async () => {
  const { changelog } = await draftRelease(
    log(
      '### Fixed',
      '',
      '- make `describe().timeout()` work',
      '- keep the result of run() ([#12](https://example.org/12))',
      '- the link [`open()`](https://example.org/open) works ([`0123456`](https://example.org/c))',
    ),
  );
  assert.deepEqual(itemsBelow(changelog, 'Fixed'), [
    '- Make `describe().timeout()` work',
    '- Keep the result of run() (#12)',
    '- The link `open()` works',
  ]);
});

test('roles of MyST are code or numbers', async () => {
  const { changelog } = await draftRelease(
    log(
      '- {class}`Path` and {py:func}`~click.echo` follow {ref}`the guide <guide>`. {issue}`2877` {pr}`3642`',
      '- Keys work again, lost when {pr}`2969` began. {pr}`3653`',
      '- See :doc:`options` for :meth:`Command.run` :pr:`3700`',
    ),
  );
  assert.deepEqual(itemsBelow(changelog, 'Changed'), [
    '- `Path` and `click.echo` follow the guide. (#2877, #3642)',
    '- Keys work again, lost when #2969 began. (#3653)',
    '- See options for `Command.run` (#3700)',
  ]);
});

test('a long text ends between words and outside of code', async () => {
  const words = 'redirects the process-global standard streams '.repeat(20);
  const { changelog } = await draftRelease(log('### Fixed', '', `- Fix what ${words}`));
  const [item = ''] = itemsBelow(changelog, 'Fixed');
  assert.match(item, / (?:redirects|the|process-global|standard|streams)…$/);
  const code = await draftRelease(log('### Fixed', '', `- Fix ${'`a b` and '.repeat(90)}`));
  assert.match(itemsBelow(code.changelog, 'Fixed')[0] ?? '', /(?: and|`a b`)…$/);
  const long = await draftRelease({ commits: [`fix: what ${words}`] });
  assert.match(
    itemsBelow(long.changelog, 'Fixed')[0] ?? '',
    / (?:redirects|the|process-global|standard|streams)…$/,
  );
});

test('only a heading or a mark of the maintainers makes an entry one that they call breaking', async () => {
  const tags: [string, string] = ['v1.0.0', 'v2.0.0'];
  const inMajor = (...lines: string[]) => {
    const { was, is } = log(...lines);
    return draftRelease({ tags, was, is: { 'CHANGELOG.md': is['CHANGELOG.md'].replace('1.1.0', '2.0.0') } });
  };
  const kept = await inMajor('### Added', '', '- Added `x` tokens. They remain stripped by default.');
  assert.doesNotMatch(kept.changelog, /breaking change\b|as the maintainers say/i);
  const read = await inMajor('### Changed', '', '- Removed the `y` option.');
  assert.deepEqual(itemsBelow(read.changelog, 'Breaking changes'), [
    '- Removed the `y` option, judging by the words of `CHANGELOG.md`',
  ]);
  const told = await inMajor('### Breaking changes', '', '- `rustls` is the backend now.');
  assert.deepEqual(itemsBelow(told.changelog, 'Breaking changes'), [
    '- `rustls` is the backend now, as the maintainers say in `CHANGELOG.md`',
  ]);
});

test('files that a pattern of a package exports are named by the path that resolves', async () => {
  const files = {
    'lib/x.mjs': 'export const x = 1;\n',
    'index.mjs': "export * from './lib/x.mjs';\n",
    'support/make.mjs': 'export const make = 1;\n',
  };
  const manifest = (exports: object) =>
    JSON.stringify({ name: 'pkg', exports, files: ['index.mjs', 'lib/', 'dist/'] });
  const removed = async (exports: object, more: Record<string, string> = files) => {
    const { changelog } = await draftRelease({
      was: { ...more, 'package.json': manifest({ '.': './index.mjs', ...exports }) },
      is: { 'package.json': manifest({ '.': './index.mjs' }) },
    });
    return itemsBelow(changelog, 'Breaking changes').map((item) => item.match(/`[^`]*`/g)?.slice(0, -1));
  };
  assert.deepEqual(await removed({ './*': './*' }), [['`pkg/index.mjs`', '`pkg/lib/x.mjs`']]);
  assert.deepEqual(await removed({ './*': './lib/*.mjs' }), [['`pkg/x`']]);
  const source = { 'src/x.ts': 'export const x = 1;\n', 'src/index.ts': "export * from './x.ts';\n" };
  assert.deepEqual(await removed({ './*': './dist/*.js' }, source), [['`pkg/index`', '`pkg/x`']]);
});

test('a raised floor of Rust, Go, Python or Node.js breaks, and users read it too', async () => {
  const floors: [path: string, was: string, is: string, told: string][] = [
    [
      'Cargo.toml',
      '[package]\nrust-version = "1.64.0"\n',
      '[package]\nrust-version = "1.85.0"\n',
      'Rust `1.85.0` is needed, instead of `1.64.0`',
    ],
    [
      'go.mod',
      'module lib\n\ngo 1.21.0\n',
      'module lib\n\ngo 1.24.0\n',
      'Go `1.24.0` is needed, instead of `1.21.0`',
    ],
    [
      'setup.py',
      'setup(\n  python_requires=">=3.8"\n)\n',
      'setup(\n  python_requires=">=3.10"\n)\n',
      'Python `>=3.10` is needed, instead of `>=3.8`',
    ],
    [
      'package.json',
      '{"name":"a","engines":{"node":">=18"}}',
      '{"name":"a","engines":{"node":">=22"}}',
      'Node.js `>=22` is needed, instead of `>=18`',
    ],
  ];
  for (const [path, was, is, told] of floors) {
    const { user, changelog } = await draftRelease({ was: { [path]: was }, is: { [path]: is } });
    assert.deepEqual(itemsBelow(user, 'Before you update'), [`- ${told}`]);
    assert.equal(itemsBelow(changelog, 'Breaking changes').length, 1);
  }
  const same = await draftRelease({
    was: { 'Cargo.toml': '[package]\nrust-version = "1.64.0"\n' },
    is: { 'Cargo.toml': '[package]\nrust-version = "1.64.1"\n' },
  });
  assert.deepEqual(itemsBelow(same.changelog, 'Breaking changes'), []);
});

test('manifests of examples, tests and docs do not speak for the package', async () => {
  const setup = "setup(\n    install_requires=['click', 'pillow'],\n)\n";
  const was = Object.fromEntries(
    ['examples/naval', 'tests/app', 'docs'].map((folder) => [`${folder}/setup.py`, setup]),
  );
  const { developer } = await draftRelease({
    was: { ...was, 'setup.py': setup },
    is: {
      ...Object.fromEntries(Object.keys(was).map((path) => [path, null])),
      'setup.py': setup.replace(", 'pillow'", ''),
    },
  });
  assert.deepEqual(developer.match(/`\w+` is gone/g), ['`pillow` is gone']);
});

test('Go files that a build without tags leaves out are no public code', async () => {
  const file = (constraint: string) => `// A licence.\n\n${constraint}\n\npackage lib\n\nfunc F() {}\n`;
  const removed = async (constraint: string) => {
    const { changelog } = await draftRelease({
      was: { 'go.mod': 'module lib\n', 'lib.go': 'package lib\n', 'f.go': file(constraint) },
      is: { 'lib.go': 'package lib\n\nvar x = 1\n', 'f.go': null },
    });
    return itemsBelow(changelog, 'Breaking changes').length > 0;
  };
  for (const constraint of [
    '//go:build gofuzz',
    '//go:build ignore',
    '// +build gofuzz',
    '//go:build linux && integration',
    '//go:build !(linux || !tools)',
    '// +build linux\n// +build tools',
  ])
    assert.equal(await removed(constraint), false, constraint);
  for (const constraint of [
    '',
    '//go:build linux',
    '//go:build !appengine',
    '//go:build go1.21 || tools',
    '// +build tools linux',
    '// +build !gofuzz',
  ])
    assert.equal(await removed(constraint), true, constraint);
});

test('a name that the __getattr__ of a module still gives is deprecated rather than removed', async () => {
  const was = {
    'pyproject.toml': '[project]\nname = "lib"\n',
    'lib/__init__.py': '',
    'lib/utils.py': 'class LazyFile: pass\n\ndef safecall(f): pass\n\ndef gone(): pass\n',
  };
  const hook = (body: string) => `def __getattr__(name):\n${body}    raise AttributeError(name)\n`;
  const draftWith = (utils: string) =>
    draftRelease({
      was,
      is: { 'lib/utils.py': `class _LazyFile: pass\n\ndef _safecall(f): pass\n\n${utils}` },
    });
  const warned = await draftWith(
    hook(
      '    if name in {"LazyFile", "safecall"}:\n        warn("gone() is better", DeprecationWarning)\n        return globals()[f"_{name}"]\n',
    ),
  );
  assert.deepEqual(itemsBelow(warned.changelog, 'Deprecated'), [
    '- The exports `LazyFile` and `safecall` in `lib/utils.py` are deprecated',
  ]);
  assert.match(warned.developer, /The export `gone` in `lib\/utils\.py` was removed/);
  assert.doesNotMatch(warned.developer, /`LazyFile`[^\n]* removed/);
  const listed = await draftWith(
    `_lazy = {"LazyFile": _LazyFile, "safecall": _safecall}\n\n${hook('    if name in _lazy:\n        return _lazy[name]\n')}`,
  );
  assert.doesNotMatch(listed.developer, /`LazyFile`|`safecall`/);
});

test('a commit that an entry tells in other words, without its number, is not told again', async () => {
  const { changelog } = await draftRelease({
    ...log(
      '- Add `ClientBuilder::tls_sslkeylogfile(bool)` option to allow using the related environment variable.',
      '- Fix redirect handling to strip sensitive headers when the scheme changes.',
      '- Fix HTTP/3 happy-eyeball connection creation.',
      '- Clearer error messages are now used when annotation building fails.',
    ),
    commits: [
      'Prepare v1.1.0',
      'feat: add tls_sslkeylogfile builder method (#2923)',
      'fix(redirect): strip sensitive headers on scheme change across redirects (#3034)',
      'fix(http3): use happy eyeballs for h3 connect (#3030)',
      'feat: add a clearer error message during building annotation (#1268)',
      'fix: do not lose the url in the error of a decoder (#3026)',
    ],
  });
  assert.deepEqual(itemsBelow(changelog, 'Added'), [
    '- Add `ClientBuilder::tls_sslkeylogfile(bool)` option to allow using the related environment variable.',
  ]);
  assert.deepEqual(itemsBelow(changelog, 'Fixed'), [
    '- Fix redirect handling to strip sensitive headers when the scheme changes.',
    '- Fix HTTP/3 happy-eyeball connection creation.',
    '- Do not lose the url in the error of a decoder',
  ]);
  assert.deepEqual(itemsBelow(changelog, 'Changed'), [
    '- Clearer error messages are now used when annotation building fails.',
  ]);
});

test('beside a changelog, commits that tell nothing are left out', async () => {
  const { changelog } = await draftRelease({
    ...log('- Tracebacks render notes.'),
    commits: ['Prepare v1.1.0', 'Add a door to the house'],
  });
  assert.deepEqual(itemsBelow(changelog, 'Added'), ['- Add a door to the house']);
  assert.deepEqual(itemsBelow(changelog, 'Fixed'), []);
});

test('an advisory that does not affect the product is no security fix', async () => {
  const { changelog } = await draftRelease(
    log(
      '- Update Go versions. While older versions have reported CVEs, they do not affect us.',
      '- Prevent XSS in titles; pages are not affected.',
    ),
  );
  assert.deepEqual(itemsBelow(changelog, 'Security'), ['- Prevent XSS in titles; pages are not affected.']);
});
