import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newRepositories, type TestCommit } from '../../../test/support/git-history.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import { isUserFacing } from '../drafts/changelog-groups.ts';
import { readSurface } from '../surface/read-surface.ts';
import { analyzeChange } from './analyze-change.ts';

const repositories = newRepositories();
after(() => repositories.remove());
let count = 0;

/** Analyses the commits after the first. */
async function analyze(commits: TestCommit[]) {
  const name = `r${++count}`;
  repositories.add(`acme/${name}`, commits, { start: 1 });
  const repository = openLocalRepository(repositories.root, 'acme', name);
  const [base, head] = [await repository.resolve('start'), await repository.resolve('main')];
  const limits = { commitsMax: 100, filesMax: 100, fileBytesMax: 100_000 };
  return analyzeChange(repository, { base, head }, limits, () => {});
}

/** The surface changes of one file. */
async function surfaceOf(path: string, before: string | null, after: string | null) {
  const files = (content: string | null) => ({ [path]: content, keep: `${content}` });
  const { surface } = await analyze([
    { message: 'a', files: before === null ? { keep: 'x' } : files(before) },
    { message: 'b', files: files(after) },
  ]);
  return surface.map(
    ({ area, change, name, isBreaking }) => `${change} ${area} ${name}${isBreaking ? ' !' : ''}`,
  );
}

test('changes of routes, API operations, migrations, variables, options and dependencies are found', async () => {
  assert.deepEqual(
    await surfaceOf(
      'src/server.js',
      "app.get('/a', x);\nrouter.post('/b', y);\nconst k = process.env.OLD_KEY;",
      "app.get('/a', x);\nroute(app, {\n  method: 'PUT',\n  url: '/c',\n});\nconst k = process.env['NEW_KEY'];\nprogram.option('-v, --verbose', 'more');",
    ),
    [
      'added config NEW_KEY',
      'removed config OLD_KEY',
      'added flag --verbose',
      'removed route POST /b !',
      'added route PUT /c',
    ],
  );
  const openapi = (parameters: object[]) =>
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/a': { get: { parameters } }, ...(parameters.length === 0 && { '/b': { post: {} } }) },
    });
  assert.deepEqual(
    await surfaceOf('openapi.json', openapi([]), openapi([{ in: 'query', name: 'q', required: true }])),
    ['changed operation GET /a !', 'removed operation POST /b !'],
  );
  assert.deepEqual(
    await surfaceOf(
      'openapi.json',
      openapi([{ in: 'query', name: 'q' }]),
      openapi([
        { in: 'query', name: 'q' },
        { in: 'query', name: 'r' },
      ]),
    ),
    ['changed operation GET /a'],
  );
  assert.deepEqual(
    await surfaceOf(
      'api/openapi.yaml',
      'openapi: 3.0.0\npaths:\n  /a:\n    get:\n      x: 1\n',
      'openapi: 3.0.0\npaths:\n  /a:\n    post:\n      x: 1\n',
    ),
    ['removed operation GET /a !', 'added operation POST /a'],
  );
  assert.deepEqual(
    await surfaceOf(
      'migrations/2.sql',
      null,
      "-- drop table no;\ncreate table a (x int);\nalter table b drop column c;\ncreate index i on a (x);\ninsert into a values (';drop table z');",
    ),
    [
      'added schema alter table b drop column c !',
      'added schema create index i',
      'added schema create table a',
    ],
  );
  assert.deepEqual(
    await surfaceOf(
      'package.json',
      '{"dependencies":{"a":"1.0.0","b":"1.0.0"},"devDependencies":{"c":"1"}}',
      '{"dependencies":{"a":"2.0.0","d":"1.0.0"},"devDependencies":{"c":"2"}}',
    ),
    ['changed dependency a', 'removed dependency b', 'changed dependency c', 'added dependency d'],
  );
});

test('a route that the OpenAPI document also lists is reported once', async () => {
  const described = (paths: object) => JSON.stringify({ openapi: '3.1.0', paths });
  const { surface } = await analyze([
    { message: 'a', files: { 'openapi.json': described({}), 'src/a.ts': '' } },
    {
      message: 'b',
      files: {
        'openapi.json': described({ '/a/{id}': { get: {} } }),
        'src/a.ts': "app.get('/a/:id', x);\napp.get('/b', y);",
      },
    },
  ]);
  assert.deepEqual(
    surface.map(({ area, name }) => `${area} ${name}`),
    ['operation GET /a/{id}', 'route GET /b'],
  );
});

test('tests, generated and vendored files have no surface', async () => {
  for (const path of [
    'src/a.test.ts',
    'test/a.ts',
    'vendor/x/a.go',
    'dist/a.js',
    'src/test_a.py',
    'lib/a.min.js',
  ])
    assert.deepEqual(await surfaceOf(path, 'export const a = 1', 'export const b = 1'), [], path);
});

test('a commit that is reverted within the range is left out, with its revert', async () => {
  const name = 'acme/undone';
  const shas = repositories.add(
    name,
    [
      { message: 'start', files: { a: 'a' } },
      { message: 'feat: regret', files: { 'b.ts': 'b' } },
    ],
    { start: 1 },
  );
  const { commits } = await analyze([
    { message: 'start', files: { a: 'a' } },
    { message: 'feat: regret', files: { 'b.ts': 'b' } },
    { message: `Revert "feat: regret"\n\nThis reverts commit ${shas[1]}.`, files: { 'b.ts': null } },
    { message: 'fix: stays', files: { 'c.ts': 'c' } },
    // The message of a merged pull request quotes the messages of its steps.
    { message: `fix: mend (#3)\n\n* This reverts commit ${shas[1]}.`, files: { 'd.ts': 'd' } },
  ]);
  assert.deepEqual(
    commits.map(({ subject }) => subject),
    ['mend', 'stays'],
  );
});

test('features and fixes of the product are user-facing, maintenance is not', async () => {
  const { commits } = await analyze([
    { message: 'start', files: { a: 'a' } },
    { message: 'feat(cart): pay by card', files: { 'src/pay.ts': '1' } },
    { message: 'fix: only a test', files: { 'src/pay.test.ts': '1' } },
    { message: 'chore(deps): bump', files: { 'package.json': '{}' } },
    { message: 'feat(ci): faster', files: { 'src/x.ts': '1' } },
    { message: 'Allow refunds', files: { 'src/refund.ts': '1' } },
    { message: 'wip', files: { 'src/y.ts': '1' } },
    { message: 'docs: words', files: { 'README.md': '1' } },
  ]);
  assert.deepEqual(
    commits.filter(isUserFacing).map(({ subject }) => subject),
    ['Allow refunds', 'pay by card'],
  );
});

test('files of CI, lists of packages and helpers of tests are no part of the product, commands below tools are', async () => {
  const files = ['extra/appveyor/run.cmd', 'requirements/extras/a.txt', 'setup.cfg', 'internal/pqtest/a.go'];
  const { commits } = await analyze([
    { message: 'start', files: { a: 'a' } },
    ...[...files, 'tools/acme/cmd/root.go'].map((path) => ({ message: path, files: { [path]: '1' } })),
    { message: 'with a test', files: { 'lib/a_test.go': '1', 'lib/a.go': '1' } },
  ]);
  assert.deepEqual(
    commits.filter(({ touchesProduct }) => touchesProduct).map(({ subject }) => subject),
    ['with a test', 'tools/acme/cmd/root.go'],
  );
  assert.deepEqual(
    commits.filter(({ touchesTests }) => touchesTests).map(({ subject }) => subject),
    ['with a test'],
  );
});

test('commits that change only comments, docstrings and white space of code do not touch the product', async () => {
  const { commits } = await analyze([
    {
      message: 'start',
      files: {
        'a.ts': 'export const a = 1;\n',
        'b.py': 'def b():\n    """Old."""\n    return "#1"\n',
        'c.go': 'package c\n\nfunc C() string { return "// c" }\n',
        'd.py': 'x = """Old."""\n',
        'e.ts': '/** Old. */\nexport const e = 1;\n',
      },
    },
    { message: 'Tell of a', files: { 'a.ts': '// One.\nexport const a =\n  1;\n' } },
    { message: 'Tell of b', files: { 'b.py': 'def b():\n    """New."""\n\n    return "#1"  # one\n' } },
    {
      message: 'Tell of c',
      files: { 'c.go': 'package c\n\n// C is c.\nfunc C() string { return "// c" }\n' },
    },
    { message: 'Change d', files: { 'd.py': 'x = """New."""\n' } },
    { message: 'Deprecate e', files: { 'e.ts': '/** @deprecated Old. */\nexport const e = 1;\n' } },
  ]);
  assert.deepEqual(
    commits.filter(({ touchesProduct }) => touchesProduct).map(({ subject }) => subject),
    ['Deprecate e', 'Change d'],
  );
});

test('lists of what developers install are no part of the product, even if an advisory is the reason', async () => {
  const { commits } = await analyze([
    { message: 'start', files: { 'a.py': 'a = 1\n' } },
    {
      message: 'Update lock to 2.0\n\nSee CVE-2026-12345.',
      files: { 'requirements/dev.txt': 'lock==2.0\n' },
    },
    { message: 'Update test tools', files: { 'requirements-test.in': 'tool\n' } },
    { message: 'Update the server', files: { 'requirements.txt': 'server==2.0\n' } },
  ]);
  assert.deepEqual(
    commits
      .filter(({ touchesProduct, touchesManifest }) => touchesProduct || touchesManifest)
      .map(({ subject }) => subject),
    ['Update the server'],
  );
});

test('modules of Go that only tests import are dependencies for development', async () => {
  const goMod = (version: string) =>
    `module acme.dev/a\n\nrequire acme.dev/check ${version}\nrequire acme.dev/shipped ${version}\n`;
  const { surface } = await analyze([
    {
      message: 'start',
      files: {
        'go.mod': goMod('v1.0.0'),
        'a.go': 'package a\n\nimport "acme.dev/shipped/x"\n',
        'a_test.go': 'package a\n\nimport "acme.dev/check"\nimport "acme.dev/shipped"\n',
      },
    },
    { message: 'build(deps): bump', files: { 'go.mod': goMod('v1.1.0') } },
  ]);
  assert.deepEqual(
    surface.map(({ name, isInternal }) => [name, isInternal]),
    [
      ['acme.dev/check', true],
      ['acme.dev/shipped', false],
    ],
  );
});

test('a file of 512 kB that repeats one sign is read without quadratic time', () => {
  const size = 512 * 1024;
  for (const [path, piece] of [
    ['go.mod', '\n'],
    ['go.mod', '.'],
    ['.env.example', '\n'],
    ['pyproject.toml', '['],
    ['requirements.txt', 'a[\n'],
    ['src/a.js', '= /['],
    ['src/a.js', '\\/'],
  ] as const)
    assert.deepEqual(
      readSurface(path, piece.repeat(size / piece.length)).filter(({ area }) => area !== 'dependency'),
      [],
      `${path} ${JSON.stringify(piece)}`,
    );
});
