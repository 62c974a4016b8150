import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newRepositories, type TestCommit, type TestTags } from '../../../test/support/git-history.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import { readDraftContext, readVerdict } from '../draft.ts';
import type { VerdictRequest } from './read-verdict.ts';

const repositories = newRepositories();
after(repositories.remove);
const limits = { commitsMax: 1_000, filesMax: 1_000, fileBytesMax: 500_000 };
let count = 0;

interface Asked {
  base?: string;
  head?: string;
  breakBeforeOne?: VerdictRequest['breakBeforeOne'];
}

/** Judges `v1` to `main`, or other refs, of a new repository. */
async function judge(
  commits: TestCommit[],
  tags: TestTags,
  { base, head = 'main', breakBeforeOne = 'minor' }: Asked = {},
) {
  const name = `lib${++count}`;
  repositories.add(`acme/${name}`, commits, tags);
  const repository = openLocalRepository(repositories.root, 'acme', name);
  const range = { base: base ?? (Object.keys(tags)[0] as string), head, limits };
  const context = await readDraftContext(
    repository,
    { ...range, ticket: undefined, pullNumber: undefined },
    () => {},
    async () => ({}),
  );
  return readVerdict(repository, context, { limits, breakBeforeOne });
}

const npm = (version: string) => `{ "name": "lib", "version": "${version}", "exports": "./index.ts" }\n`;
const greet = (parameters: string) => `export function greet(${parameters}): void {}\n`;
const first = (version = '1.0.0', more = ''): TestCommit => ({
  message: 'feat: first',
  files: { 'package.json': npm(version), 'index.ts': `${greet('name: string')}${more}` },
});

test('a reason has the line at the head, or at the base for what was removed, and both signatures', async () => {
  const { verdict, isAnnounced } = await judge(
    [
      first('1.0.0', 'export const gone = 1;\n'),
      {
        message: 'feat: ask for a title',
        files: { 'index.ts': `// comment\n\n${greet('name: string, title: string')}` },
      },
    ],
    { 'v1.0.0': 1 },
  );
  assert.deepEqual(
    verdict.reasons.filter(({ grade }) => grade === 'breaks'),
    [
      {
        grade: 'breaks',
        text: 'The export `gone` in `index.ts` was removed',
        file: 'index.ts',
        line: 2,
        before: 'gone = 1',
        after: null,
      },
      {
        grade: 'breaks',
        text: 'The export `greet` in `index.ts` changed: the new parameter title is required',
        file: 'index.ts',
        line: 3,
        before: 'function greet(name: string): void',
        after: 'function greet(name: string, title: string): void',
      },
    ],
  );
  assert.deepEqual([verdict.bump, verdict.announced, isAnnounced], ['major', 'none', false]);
});

test('each kind of change needs its bump, and tests, docs and upkeep need none', async () => {
  const cases: [message: string, files: TestCommit['files'], bump: string][] = [
    [
      'feat: say goodbye',
      { 'index.ts': `${greet('name: string')}export const bye = (): void => {};\n` },
      'minor',
    ],
    [
      'fix: greet in the right order',
      { 'index.ts': greet('name: string').replace('{}', '{ return; }') },
      'patch',
    ],
    ['test: greet twice', { 'greet.test.ts': 'greet();\n' }, 'none'],
    [
      'feat!: greet nobody\n\nBREAKING CHANGE: nobody is greeted',
      { 'other.ts': 'export const a = 1;\n' },
      'major',
    ],
  ];
  for (const [message, files = {}, bump] of cases) {
    const { verdict } = await judge([first(), { message, files }], { 'v1.0.0': 1 });
    assert.deepEqual([verdict.bump, verdict.sinceBase, verdict.sinceRelease], [bump, bump, bump], message);
  }
});

test('a break before 1.0 needs a minor version, or a major one by the setting', async () => {
  const breaking = { message: 'feat: ask', files: { 'index.ts': greet('name: string, title: string') } };
  for (const breakBeforeOne of ['minor', 'major'] as const) {
    const { verdict } = await judge([first('0.4.0'), breaking], { 'v0.4.0': 1 }, { breakBeforeOne });
    assert.equal(verdict.bump, breakBeforeOne);
  }
});

test('the version of the package announces a break, whatever kind of manifest states it', async () => {
  const manifests: [path: string, text: (version: string) => string][] = [
    ['package.json', npm],
    ['pyproject.toml', (version) => `[build-system]\n[project]\nname = "lib"\nversion = "${version}"\n`],
    ['Cargo.toml', (version) => `[dependencies]\nx = { version = "1" }\n[package]\nversion = "${version}"\n`],
    ['setup.cfg', (version) => `[metadata]\nversion = ${version}\n`],
    ['setup.py', (version) => `setup(name="lib", version="${version}")\n`],
    ['VERSION', (version) => `${version}\n`],
    ['src/lib/__init__.py', (version) => `__version__ = "${version}"\n`],
    ['packages/core/package.json', npm],
  ];
  for (const [path, text] of manifests) {
    const { verdict } = await judge(
      [
        { message: 'one', files: { [path]: text('1.4.0') } },
        { message: 'two', files: { [path]: text('2.0.0') } },
      ],
      { one: 1 },
    );
    assert.equal(verdict.announced, 'major', path);
  }
});

test('tags and the module path announce the version of a Go module', async () => {
  const files = (path: string, text: string) => ({
    'go.mod': `module ${path}\n\ngo 1.22\n`,
    'lib.go': `package lib\n${text}`,
  });
  const commits = [
    { message: 'one', files: files('example.org/lib', 'func Greet(name string) {}\n') },
    { message: 'two', files: files('example.org/lib', 'func Greet(name, title string) {}\n') },
    { message: 'three', files: files('example.org/lib/v2', 'func Greet(name, title string) {}\n') },
  ];
  const tagged = await judge(commits.slice(0, 2), { 'v0.3.0': 1, 'v0.4.0': 2 });
  assert.deepEqual(
    [tagged.verdict.bump, tagged.verdict.announced, tagged.isAnnounced],
    ['minor', 'minor', true],
  );
  const untagged = await judge(commits.slice(0, 2), { 'v1.3.0': 1 });
  assert.deepEqual(
    [untagged.verdict.bump, untagged.verdict.announced, untagged.isAnnounced],
    ['major', 'none', false],
  );
  const byPath = await judge(commits, { 'v1.3.0': 1 });
  assert.deepEqual([byPath.verdict.announced, byPath.isAnnounced], ['major', true]);
});

test('pull requests in a row need one major version together', async () => {
  const commits: TestCommit[] = [
    first('1.0.0', 'export const a = 1;\nexport const b = 1;\n'),
    {
      message: 'feat!: remove a',
      files: { 'package.json': npm('2.0.0'), 'index.ts': `${greet('name: string')}export const b = 1;\n` },
    },
    { message: 'feat!: remove b', files: { 'index.ts': greet('name: string') } },
  ];
  const { verdict, isAnnounced, release } = await judge(
    commits,
    { 'v1.0.0': 1, before: 2 },
    { base: 'before' },
  );
  assert.deepEqual(
    [verdict.sinceBase, verdict.announced, verdict.sinceRelease, release],
    ['major', 'none', 'major', 'v1.0.0'],
  );
  // The pull request before it has raised the version since the release.
  assert.equal(isAnnounced, true);
});

test('what was never released can be taken back without a new version', async () => {
  const { verdict, isAnnounced } = await judge(
    [
      first(),
      { message: 'feat: add a', files: { 'index.ts': `${greet('name: string')}export const a = 1;\n` } },
      { message: 'refactor: remove a', files: { 'index.ts': greet('name: string') } },
    ],
    { 'v1.0.0': 1, before: 2 },
    { base: 'before' },
  );
  assert.deepEqual([verdict.sinceBase, isAnnounced], ['major', true]);
  assert.notEqual(verdict.sinceRelease, 'major');
});

test('without a version tag nothing is known since a release', async () => {
  const { verdict, release } = await judge([first(), { message: 'fix: x', files: { a: 'b' } }], { one: 1 });
  assert.deepEqual([verdict.sinceRelease, release], [null, undefined]);
});

test('lines are found in Python, Go, CommonJS, OpenAPI, migrations and manifests', async () => {
  const was: Record<string, string> = {
    'pyproject.toml': '[project]\nname = "lib"\nversion = "1.0.0"\nrequires-python = ">=3.9"\n',
    'lib/__init__.py': '',
    'lib/core.py':
      'import os\n\nclass App:\n    def close(self):\n        pass\n\n    def run(self, port):\n        pass\n',
    'openapi.json':
      '{\n "paths": {\n  "/a": {\n   "get": {}\n  },\n  "/b": {\n   "get": {},\n   "post": {}\n  }\n }\n}\n',
  };
  const is: Record<string, string> = {
    ...was,
    'pyproject.toml': '[project]\nname = "lib"\nversion = "1.0.0"\nrequires-python = ">=3.11"\n',
    'lib/core.py':
      'class App:\n    def close(self):\n        pass\n\n    def run(self, port, host):\n        pass\n',
    'openapi.json': '{\n "paths": {\n  "/a": {\n   "get": {}\n  },\n  "/b": {\n   "get": {}\n  }\n }\n}\n',
    'migrations/2.sql': '-- drops\ncreate table if not exists b (id int);\ndrop table\n  users;\n',
  };
  const { verdict } = await judge(
    [
      { message: 'one', files: was },
      { message: 'two', files: is },
    ],
    { 'v1.0.0': 1 },
  );
  const places = verdict.reasons
    .filter(({ grade }) => grade === 'breaks')
    .map(({ file, line }) => `${file}:${line}`);
  assert.deepEqual(places, ['lib/core.py:5', 'migrations/2.sql:4', 'openapi.json:8', 'pyproject.toml:4']);

  const go = await judge(
    [
      {
        message: 'one',
        files: {
          'go.mod': 'module x.org/lib\n',
          'lib.go':
            'package lib\n\ntype Lamp struct {\n\tSize int\n}\n\nfunc (l *Lamp) Dim() {}\nfunc (l *Lamp) On() {}\n',
        },
      },
      {
        message: 'two',
        files: { 'lib.go': 'package lib\n\ntype Lamp struct {\n}\n\nfunc (l *Lamp) On(soon bool) {}\n' },
      },
    ],
    { 'v1.0.0': 1 },
  );
  assert.deepEqual(
    go.verdict.reasons.filter(({ grade }) => grade === 'breaks').map(({ line, before }) => [line, before]),
    [
      [4, 'Size int'],
      [6, 'func (Lamp) On()'],
      [7, 'func (Lamp) Dim()'],
    ],
  );
});

test('the same history gives the same verdict, with each reason once', async () => {
  const commits: TestCommit[] = [
    first('1.0.0', 'export const a = 1;\n'),
    { message: 'feat!: remove `a`', files: { 'index.ts': greet('name: string') } },
  ];
  const [one, other] = [await judge(commits, { 'v1.0.0': 1 }), await judge(commits, { 'v1.0.0': 1 })];
  assert.deepEqual(one.verdict, other.verdict);
  assert.equal(one.verdict.reasons.filter(({ grade }) => grade === 'breaks').length, 1);
});
