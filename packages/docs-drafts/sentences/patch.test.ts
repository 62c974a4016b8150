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

const lines = (end: string, ...text: string[]) => text.join(end);
const cases: [title: string, file: string, text: string, versions: readonly [Files, Files], now: string][] = [
  [
    'a renamed flag',
    'docs/use.md',
    'One\n\nSet `--max-age 5`.\n\nTwo\n',
    renamedFlag,
    'One\n\nSet `--max-days 5`.\n\nTwo\n',
  ],
  ['a page of one line', 'one.md', 'Set `--max-age 5`.\n', renamedFlag, 'Set `--max-days 5`.\n'],
  ['a page without a line end', 'open.md', 'a\nSet `--max-age 5`.', renamedFlag, 'a\nSet `--max-days 5`.'],
  [
    'a page whose last line is context',
    'last.md',
    'Set `--max-age 5`.\n\nend',
    renamedFlag,
    'Set `--max-days 5`.\n\nend',
  ],
  [
    'lines that end with CRLF',
    'crlf.md',
    lines('\r\n', 'a', '', 'Set `--max-age 5`.', '', 'b', ''),
    renamedFlag,
    lines('\r\n', 'a', '', 'Set `--max-days 5`.', '', 'b', ''),
  ],
  ['a path with a space', 'my docs/use it.md', 'Set `--max-age 5`.\n', renamedFlag, 'Set `--max-days 5`.\n'],
  ['a moved file', 'p.md', 'Run `tools/pack.js`.\n', moved, 'Run `scripts/pack.js`.\n'],
  ['a minimum version', 'v.md', 'Requires Node.js 18+.\n', raised, 'Requires Node.js 20+.\n'],
  [
    'every place of a line',
    'all.md',
    '`--max-age 1` or `--max-age 2`\n',
    renamedFlag,
    '`--max-days 1` or `--max-days 2`\n',
  ],
];

for (const [title, file, text, versions, now] of cases)
  test(`git applies the patch of ${title}`, async () => {
    assert.equal(await applied(file, text, versions), now);
  });

const certain: [title: string, versions: readonly [Files, Files], text: string][] = [
  [
    'of two lines that fit',
    [
      cli('--max-age'),
      {
        ...cli('--max-days'),
        'src/cli.js': `${cli('--max-days')['src/cli.js']}${cli('--max-hours')['src/cli.js']}`,
      },
    ],
    'Set `--max-age 5`.\n',
  ],
  ['with no word in common', [cli('--max-age'), cli('--ttl')], 'Set `--max-age 5`.\n'],
  [
    'that the base had already',
    [{ ...cli('--max-age'), 'src/b.js': "x('--max-days');\n" }, cli('--max-days')],
    'Set `--max-age 5`.\n',
  ],
];
for (const [title, [before, now], text] of certain)
  test(`a new name ${title} is not certain, so that there is no patch`, async () => {
    const found = await falseSentences({ ...before, 'a.md': text }, { ...now, 'a.md': text });
    assert.deepEqual(
      found.map(({ patch }) => patch),
      [null],
    );
  });

test('a path whose name git would quote has no patch', async () => {
  const file = 'docs/ü.md';
  const text = 'Set `--max-age 5`.\n';
  const found = await falseSentences(
    { ...renamedFlag[0], [file]: text },
    { ...renamedFlag[1], [file]: text },
  );
  assert.deepEqual(
    found.map(({ patch }) => patch),
    [null],
  );
});
