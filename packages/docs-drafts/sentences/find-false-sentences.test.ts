import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Files } from '../two-versions.support.ts';
import { saidFalse } from './false-sentences.support.ts';

const page = (text: string): Files => ({ 'docs/use.md': text });
const manifest = (more: object = {}) =>
  JSON.stringify({ name: 'acme', version: '1.0.0', main: './index.js', ...more });
const shell = (line: string) => `Start it:\n\n\`\`\`sh\n${line}\n\`\`\`\n`;

type Case = [title: string, before: Files, after: Files, docs: Files, found: string];

const cli = (flag: string) => ({
  'package.json': manifest(),
  'src/cli.js': `program\n  .option('${flag} <n>', 'x');\n`,
});
const gone = 'const x = 1;\n';
const cliGone = { 'package.json': manifest(), 'src/cli.js': gone };
const module = (text: string) => ({ 'package.json': manifest(), 'index.js': text });
const engine = (node: string) => ({ 'package.json': manifest({ engines: { node } }) });

const positives: Case[] = [
  [
    'a flag in a span',
    cli('--max-age'),
    cliGone,
    page('# Use\n\nSet `--max-age 5` first.\n'),
    'flag --max-age in docs/use.md:3, was src/cli.js:2',
  ],
  [
    'a flag in a shell block',
    cli('--max-age'),
    cliGone,
    page(shell('acme --max-age 5')),
    'flag --max-age in docs/use.md:4, was src/cli.js:2',
  ],
  [
    'a route',
    { 'src/app.js': "app.get('/api/users/:id/export', send);\n" },
    { 'src/app.js': gone },
    page('Call `GET /api/users/{userId}/export`.\n'),
    'route GET /api/users/{userId}/export in docs/use.md:1, was src/app.js:1',
  ],
  [
    'a route in an address',
    { 'src/app.js': "app.get('/api/reports', send);\n" },
    { 'src/app.js': gone },
    page(shell('curl http://localhost:3000/api/reports')),
    'route /api/reports in docs/use.md:4, was src/app.js:1',
  ],
  [
    'a variable',
    { 'src/app.js': 'listen(process.env.ACME_PORT);\n' },
    { 'src/app.js': gone },
    page(shell('ACME_PORT=80 acme')),
    'variable ACME_PORT in docs/use.md:4, was src/app.js:1',
  ],
  [
    'a variable in Python',
    { 'acme/app.py': "import os\nport = os.environ['ACME_PORT']\n" },
    { 'acme/app.py': 'x = 1\n' },
    page('Set `ACME_PORT`.\n'),
    'variable ACME_PORT in docs/use.md:1, was acme/app.py:2',
  ],
  [
    'an export that a block imports',
    module('export function connect(url) {}\nexport const other = 1;\n'),
    module('export const other = 1;\n'),
    page("```js\nimport { connect } from 'acme';\n```\n"),
    'export connect in docs/use.md:2, was index.js:1',
  ],
  [
    'an export in a span',
    module('export function openStore(url) {}\nexport const other = 1;\n'),
    module('export const other = 1;\n'),
    page('Call `openStore(url)`.\n'),
    'export openStore in docs/use.md:1, was index.js:1',
  ],
  [
    'a member of several words',
    module('export class Store {\n  openFile() {}\n  close() {}\n}\n'),
    module('export class Store {\n  close() {}\n}\n'),
    page('```js\nstore.openFile();\nstore.close();\n```\n'),
    'export store.openFile in docs/use.md:2, was index.js:2',
  ],
  [
    'a setting in YAML',
    { 'src/config.js': 'export const defaults = {\n  retryLimit: 3,\n  other: 1,\n};\n' },
    { 'src/config.js': 'export const defaults = {\n  other: 1,\n};\n' },
    page('```yaml\nretryLimit: 5\n```\n'),
    'setting retryLimit in docs/use.md:2, was src/config.js:2',
  ],
  [
    'a setting of a Go struct',
    {
      'go.mod': 'module acme\n\ngo 1.22\n',
      'config.go': 'package acme\n\ntype Config struct {\n\tRetryLimit int `yaml:"retry_limit"`\n}\n',
    },
    { 'go.mod': 'module acme\n\ngo 1.22\n', 'config.go': 'package acme\n\ntype Config struct {\n}\n' },
    page('Set `retry_limit` to 3.\n'),
    'setting retry_limit in docs/use.md:1, was config.go:4',
  ],
  [
    'a path in a span',
    { 'tools/build/pack.js': 'pack();\n' },
    {},
    page('Run `tools/build/pack.js`.\n'),
    'path tools/build/pack.js in docs/use.md:1, was tools/build/pack.js',
  ],
  [
    'a path that a link names',
    { 'docs/other.md': 'text\n' },
    {},
    page('See [the other page](other.md#part).\n'),
    'link other.md in docs/use.md:1, was docs/other.md',
  ],
  [
    'a folder that a link names',
    { 'examples/chat/main.js': gone },
    {},
    page('See [the example](../examples/chat/).\n'),
    'link ../examples/chat/ in docs/use.md:1, was examples/chat',
  ],
  [
    'a file in the address of the repository',
    { 'src/app.js': gone },
    {},
    page('See [the app](https://code.example/acme/lib/blob/main/src/app.js#L3).\n'),
    'link https://code.example/acme/lib/blob/main/src/app.js in docs/use.md:1, was src/app.js',
  ],
  [
    'a folder in the address of the repository',
    { 'examples/chat/main.js': gone },
    {},
    page('See [the example](https://code.example/Acme/lib/tree/master/examples/chat/).\n'),
    'link https://code.example/Acme/lib/tree/master/examples/chat in docs/use.md:1, was examples/chat',
  ],
  [
    'a minimum version of Node.js',
    engine('>=18'),
    engine('>=20'),
    page('Requires Node.js 18 or later.\n'),
    'version Node.js 18 or later in docs/use.md:1, was package.json:1',
  ],
  [
    'the path of a Go module',
    { 'go.mod': 'module example.org/acme\n\ngo 1.22\n', 'a.go': 'package acme\n\nfunc A() {}\n' },
    { 'go.mod': 'module example.org/acme/v2\n\ngo 1.22\n', 'a.go': 'package acme\n\nfunc A() {}\n' },
    page(shell('go get example.org/acme')),
    'version example.org/acme in docs/use.md:4, was go.mod:1',
  ],
];

for (const [title, before, after, docs, found] of positives) {
  test(`${title} that is gone is said to be false`, async () => {
    assert.deepEqual(await saidFalse({ ...before, ...docs }, { ...after, ...docs }), [found]);
  });
  test(`${title} that is still there is not`, async () => {
    assert.deepEqual(await saidFalse({ ...before, ...docs }, { ...before, ...docs, 'src/new.js': gone }), []);
  });
}

const flagPage = 'Set `--max-age 5` first.\n';
const storeGone: [Files, Files] = [
  module('export function openStore(url) {}\nexport const other = 1;\n'),
  module('export const other = 1;\n'),
];
const traps: [title: string, before: Files, after: Files, docs: Files][] = [
  ['a flag in a changelog', cli('--max-age'), cliGone, { 'CHANGELOG.md': flagPage }],
  ['a flag in a guide to migration', cli('--max-age'), cliGone, { 'docs/migrating-to-2.md': flagPage }],
  ['a flag in release notes', cli('--max-age'), cliGone, { 'docs/releases/2.0.md': flagPage }],
  [
    'a flag in docs of a version',
    cli('--max-age'),
    cliGone,
    { 'versioned_docs/version-1.0/use.md': flagPage },
  ],
  ['a flag below the heading of a version', cli('--max-age'), cliGone, page(`## 1.x\n\n${flagPage}`)],
  ['a sentence about a removal', cli('--max-age'), cliGone, page('`--max-age` was removed in 2.0.\n')],
  ['a sentence about earlier versions', cli('--max-age'), cliGone, page('Before 2.0, set `--max-age`.\n')],
  ['a former name', cli('--max-age'), cliGone, page('`--ttl` (formerly `--max-age`)\n')],
  ['a deprecated item of a list', cli('--max-age'), cliGone, page('- `--max-age` (deprecated)\n')],
  [
    'what stands below a deprecated heading',
    cli('--max-age'),
    cliGone,
    page(`## Deprecated options\n\n${flagPage}`),
  ],
  ['a comment of the page', cli('--max-age'), cliGone, page(`<!-- ${flagPage} -->\n`)],
  ['a flag of another command', cli('--max-age'), cliGone, page(shell('docker run --max-age 5'))],
  ['a flag beside another command', cli('--max-age'), cliGone, page('Pass `--max-age` to `curl -v`.\n')],
  ['a longer flag', cli('--max-age'), cliGone, page('Set `--max-age-days 5`.\n')],
  [
    'a flag in another language',
    cli('--max-age'),
    { ...cliGone, 'src/args.rs': '#[arg(long)]\nmax_age: u32,\n' },
    page(flagPage),
  ],
  [
    'a flag that is composed',
    cli('--max-age'),
    { ...cliGone, 'src/options.js': "add(['maxAge']);\n" },
    page(flagPage),
  ],
  [
    'a flag that moved',
    cli('--max-age'),
    { ...cliGone, 'src/serve.js': "cmd.option('--max-age <n>')\n" },
    page(flagPage),
  ],
  [
    'a variable that a workflow sets',
    { 'src/app.js': 'listen(process.env.ACME_PORT);\n' },
    { 'src/app.js': gone, 'deploy/compose.yml': 'environment:\n  ACME_PORT: 80\n' },
    page('Set `ACME_PORT`.\n'),
  ],
  [
    'a variable that is read with a prefix',
    { 'src/app.js': 'listen(process.env.ACME_LOG_LEVEL);\n' },
    { 'src/app.js': gone, 'acme/settings.py': 'class Settings(BaseSettings):\n    log_level: str\n' },
    page('Set `ACME_LOG_LEVEL`.\n'),
  ],
  [
    'a variable of another product',
    { 'src/app.js': 'listen(process.env.NODE_EXTRA_CERTS);\n' },
    { 'src/app.js': gone },
    page('Set `NODE_EXTRA_CERTS`.\n'),
  ],
  [
    'a flag of a file that was removed',
    { ...cli('--max-age'), 'src/install.js': "program.option('--max-size <n>');\n" },
    cli('--max-age'),
    page('Set `--max-size 5` first.\n'),
  ],
  ['a flag in the docs of a tool', cli('--max-age'), cliGone, { '.bingo/README.md': flagPage }],
  ['a flag in a report of a meeting', cli('--max-age'), cliGone, { 'docs/reports/one.md': flagPage }],
  ['a flag in a dated page', cli('--max-age'), cliGone, { 'docs/2021-05-03-sandbox.md': flagPage }],
  ['a flag in a historical page', cli('--max-age'), cliGone, { 'docs/historical/use.md': flagPage }],
  ['a flag in the page of a version', cli('--max-age'), cliGone, { 'docs/v1.0.0.md': flagPage }],
  [
    'a flag in an accepted proposal',
    cli('--max-age'),
    cliGone,
    { 'docs/proposals-accepted/one.md': flagPage },
  ],
  [
    'a flag in a README that a generator wrote',
    cli('--max-age'),
    cliGone,
    page(`This project was bootstrapped with [Create React App](https://example.org).\n\n${flagPage}`),
  ],
  [
    'a setting whose whole type is gone',
    {
      'src/types.ts':
        'export interface PrinterOptions {\n  translateTime: string;\n}\nexport interface OtherOptions {\n  levelName: string;\n}\n',
    },
    { 'src/types.ts': 'export interface OtherOptions {\n  levelName: string;\n}\n' },
    page("```js\nconst printer = { translateTime: 'HH' };\n```\n"),
  ],
  [
    'a folder that a build makes',
    { 'web/static/app.js': gone, '.gitignore': '# builds\n/web/sta*c/\n' },
    { '.gitignore': '# builds\n/web/sta*c/\n' },
    page('See `web/static`.\n'),
  ],
  [
    'a file with an ignored name',
    { 'web/a.log': gone, 'web/.gitignore': '*.log\n' },
    { 'web/.gitignore': '*.log\n' },
    page('See [the log](../web/a.log).\n'),
  ],
  [
    'a page that a build makes where a moved page leads to',
    { 'manual/docs/cli.md': 'x\n', 'manual/docs/use.md': 'See [the options](cli.md).\n' },
    { 'docs/use.md': 'See [the options](cli.md).\n', 'docs/.gitignore': '/cli.md\n' },
    {},
  ],
  [
    'an export that the page imports from another package',
    ...storeGone,
    page("```js\nimport { openStore } from 'other';\n```\n"),
  ],
  [
    'an export that the page defines',
    ...storeGone,
    page('```js\nfunction openStore() {}\nopenStore();\n```\n'),
  ],
  ['a member of something else', ...storeGone, page('```js\nother.openStore();\n```\n')],
  [
    'an export that another file re-exports',
    storeGone[0],
    {
      ...storeGone[1],
      'index.js': "export * from './store.js';\nexport const other = 1;\n",
      'store.js': 'export function openStore(url) {}\n',
    },
    page('Call `openStore(url)`.\n'),
  ],
  ['an export in the code of another language', ...storeGone, page('```python\nopenStore()\n```\n')],
  [
    'a route that is mounted below a prefix',
    { 'src/app.js': "app.get('/api/reports', send);\n" },
    { 'src/app.js': gone, 'src/reports.js': "router.get('/reports', send);\n" },
    page('Call `GET /api/reports`.\n'),
  ],
  [
    'a route with another method',
    { 'src/app.js': "app.get('/api/reports', send);\n" },
    { 'src/app.js': gone },
    page('Call `POST /api/reports`.\n'),
  ],
  [
    'a setting of one common word',
    { 'src/config.js': 'export const defaults = {\n  enabled: 3,\n};\n' },
    { 'src/config.js': 'export const defaults = {};\n' },
    page('```yaml\nenabled: 5\n```\n'),
  ],
  [
    'a flag in a numbered decision',
    cli('--max-age'),
    cliGone,
    { 'docs/architecture/adr-038-age.md': flagPage },
  ],
  ['a flag in a log of work', cli('--max-age'), cliGone, { 'docs/WHITEBOARD.md': flagPage }],
  [
    'a path that a part of the repository has too, as the project of a reader may',
    { 'config/crd/a.yaml': gone },
    { 'bootstrap/config/crd/a.yaml': gone },
    page('Add it to `config/crd`.\n'),
  ],
  [
    'a path in the page of a sample',
    { 'docs/config.json': gone },
    {},
    { 'examples/chat/README.md': 'Edit `docs/config.json`.\n' },
  ],
  [
    'a path in the folder of a tool, which the project of a reader has too',
    { '.github/workflows/check.yml': gone },
    {},
    page('Copy it to `.github/workflows/check.yml`.\n'),
  ],
  ['a path of the project of the reader', { 'src/app.js': gone }, {}, page('Create `app/src/app.js`.\n')],
  [
    'a path that exists in the package of the page',
    { 'lib/a/b.js': gone, 'pkg/lib/a/b.js': gone },
    { 'pkg/lib/a/b.js': gone },
    { 'pkg/README.md': 'See `lib/a/b.js`.\n' },
  ],
  [
    'a link to another site',
    { 'docs/other.md': 'x\n' },
    {},
    page('[x](https://example.org/docs/other.md)\n'),
  ],
  [
    'the address of a file at a tag',
    { 'src/app.js': gone },
    {},
    page('[x](https://code.example/acme/lib/blob/v1.0.0/src/app.js)\n'),
  ],
  [
    'the address of a file of another repository',
    { 'src/app.js': gone },
    {},
    page('[x](https://code.example/acme/library/blob/main/src/app.js)\n'),
  ],
  [
    'an absolute address of a site',
    { 'plugin/main.go': 'package main\n' },
    {},
    page('See [the development of plugins](/plugin).\n'),
  ],
  [
    'a link to a folder that is a page of the site now',
    { 'docs/guide/start.md': 'x\n' },
    { 'docs/guide.md': 'x\n' },
    page('[x](guide/)\n'),
  ],
  [
    'a relative link of a text that other pages include',
    { 'docs/install.md': 'x\n', 'docs/start/index.md': '--8<-- "before.md"\n' },
    { 'docs/all/install.md': 'x\n', 'docs/all/start/index.md': '--8<-- "before.md"\n' },
    { 'docs/snippets/before.md': 'See [installing](../install.md).\n' },
  ],
  ['a link that never resolved', { 'docs/other.md': 'x\n' }, {}, page('[x](../other.md)\n')],
  ['another minimum version', engine('>=18'), engine('>=20'), page('Requires Node.js 14 or later.\n')],
  [
    'a condition on a version',
    engine('>=18'),
    engine('>=20'),
    page('If you use Node.js 18 or later, install it.\n'),
  ],
  ['a version that is no minimum', engine('>=18'), engine('>=20'), page('Supports Node.js 18.\n')],
  [
    'the path of another module of the repository',
    { 'go.mod': 'module example.org/acme\n\ngo 1.22\n', 'a.go': 'package acme\n\nfunc A() {}\n' },
    { 'go.mod': 'module example.org/acme/v3\n\ngo 1.22\n', 'a.go': 'package acme\n\nfunc A() {}\n' },
    page(shell('go get example.org/acme/client/v3')),
  ],
];

for (const [title, before, after, docs] of traps)
  test(`${title} is not said to be false`, async () => {
    assert.deepEqual(await saidFalse({ ...before, ...docs }, { ...after, ...docs }), []);
  });
