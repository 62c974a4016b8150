import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Files } from '../two-versions.support.ts';
import { falseSentences } from './false-sentences.support.ts';

const root = mkdtempSync(path.join(tmpdir(), 'docket-patches-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** The page after `git apply` of its only patch. */
async function applied(file: string, text: string, [before, now]: readonly [Files, Files]): Promise<string> {
  const found = await falseSentences({ ...before, [file]: text }, { ...now, [file]: text });
  assert.equal(found.length, 1);
  const patch = found[0]?.patch;
  assert.ok(typeof patch === 'string', 'has a patch');
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: root,
    input: patch,
  });
  assert.equal(status, 0, String(stderr));
  return readFileSync(target, 'utf8');
}

const manifest = (more: object = {}) => JSON.stringify({ name: 'acme', ...more });
const cli = (flag: string) => ({
  'package.json': manifest(),
  'src/cli.js': `program.option('${flag} <n>', 'How long answers are kept');\n`,
});
const renamedFlag = [cli('--max-age'), cli('--max-days')] as const;
const moved = [{ 'tools/pack.js': 'pack(1);\n' }, { 'scripts/pack.js': 'pack(1);\n' }] as const;
const raised = [
  { 'package.json': manifest({ engines: { node: '>=18' } }) },
  { 'package.json': manifest({ engines: { node: '>=20' } }) },
] as const;

const goFiles = { 'a.go': 'package acme\n\nfunc A() {}\n', 'client/b.go': 'package client\n\nfunc B() {}\n' };
const goModule = [
  { ...goFiles, 'go.mod': 'module example.org/acme\n\ngo 1.22\n' },
  { ...goFiles, 'go.mod': 'module example.org/acme/v2\n\ngo 1.22\n' },
] as const;

const flagPages: [title: string, file: string, text: string][] = [
  ['a renamed flag', 'docs/use.md', 'One\n\nSet `--max-age 5`.\n\nTwo\n'],
  ['a page of one line', 'one.md', 'Set `--max-age 5`.\n'],
  ['a page without a line end', 'open.md', 'a\nSet `--max-age 5`.'],
  ['a page whose last line is context', 'last.md', 'Set `--max-age 5`.\n\nend'],
  ['lines that end with CRLF', 'crlf.md', 'a\r\n\r\nSet `--max-age 5`.\r\n\r\nb\r\n'],
  ['a path with a space', 'my docs/use it.md', 'Set `--max-age 5`.\n'],
  ['every place of a line', 'all.md', '`--max-age 1` or `--max-age 2`\n'],
];
const cases: [title: string, file: string, text: string, versions: readonly [Files, Files], now: string][] = [
  ...flagPages.map(([title, file, text]): (typeof cases)[number] => [
    ...([title, file, text, renamedFlag] as const),
    text.replaceAll('--max-age', '--max-days'),
  ]),
  ['a moved file', 'p.md', 'Run `tools/pack.js`.\n', moved, 'Run `scripts/pack.js`.\n'],
  [
    'the address of a moved file',
    'a.md',
    'See [it](https://code.example/acme/lib/blob/main/tools/pack.js#L1).\n',
    moved,
    'See [it](https://code.example/acme/lib/blob/main/scripts/pack.js#L1).\n',
  ],
  ['a minimum version', 'v.md', 'Requires Node.js 18+.\n', raised, 'Requires Node.js 20+.\n'],
  [
    'the package of a Go module',
    'go.md',
    'Run:\n\n```sh\ngo get example.org/acme/client\n```\n',
    goModule,
    'Run:\n\n```sh\ngo get example.org/acme/v2/client\n```\n',
  ],
];

for (const [title, file, text, versions, now] of cases)
  test(`git applies the patch of ${title}`, async () => {
    assert.equal(await applied(file, text, versions), now);
  });

const uncertain: [title: string, versions: readonly [Files, Files], text: string, file?: string][] = [
  [
    'a new name of two lines that fit',
    [
      cli('--max-age'),
      {
        ...cli('--max-days'),
        'src/cli.js': `${cli('--max-days')['src/cli.js']}${cli('--max-hours')['src/cli.js']}`,
      },
    ],
    'Set `--max-age 5`.\n',
  ],
  ['a new name with no word in common', [cli('--max-age'), cli('--ttl')], 'Set `--max-age 5`.\n'],
  [
    'a new name that the base had already',
    [{ ...cli('--max-age'), 'src/b.js': "x('--max-days');\n" }, cli('--max-days')],
    'Set `--max-age 5`.\n',
  ],
  [
    'a package that the new Go module lacks',
    [goModule[0], { 'a.go': goFiles['a.go'], 'go.mod': goModule[1]['go.mod'] }],
    'Run:\n\n```sh\ngo get example.org/acme/client\n```\n',
  ],
  ['a path whose name git would quote', renamedFlag, 'Set `--max-age 5`.\n', 'docs/ü.md'],
  ['a page whose lines are very long', renamedFlag, `${'x '.repeat(4_000)}\nSet \`--max-age 5\`.\n`],
];
for (const [title, [before, now], text, file = 'a.md'] of uncertain)
  test(`${title} gives no patch`, async () => {
    const found = await falseSentences({ ...before, [file]: text }, { ...now, [file]: text });
    assert.deepEqual(
      found.map(({ patch }) => patch),
      [null],
    );
  });
