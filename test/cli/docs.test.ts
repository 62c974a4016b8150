import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { newRepositories } from '../support/git-history.ts';
import { docket, docketAsProgram, newFolder } from './docket.ts';

const repositories = newRepositories();
after(() => repositories.remove());
repositories.add(
  'acme/site',
  [
    { message: 'feat: one', files: { 'a.ts': 'export const a = 1;' } },
    { message: 'feat: two', files: { 'b.ts': 'export const b = 1;' } },
  ],
  { v1: 1 },
);
const settings = { LOCAL_REPOSITORIES: repositories.root, DATA_DIR: '/nonexistent/data' };
const range = ['--repo', 'acme/site', '--base', 'v1', '--head', 'main'];

test('docket docs prints pages or one JSON document and needs no database', async () => {
  const plain = await docketAsProgram(['docs', ...range], settings);
  assert.deepEqual([plain.code, plain.stderr], [0, '']);
  assert.match(
    plain.stdout,
    /content\/docs\/changelog\/v1-to-main\.mdx\n\n---\ntitle: "Changelog: acme\/site from v1 to main"/,
  );
  const { code, stdout } = await docket(
    ['docs', ...range, '--audience', 'user', '--ticket', 'ABC-1', '--pr', '7', '--json'],
    settings,
  );
  assert.equal(code, 0);
  const { docs } = JSON.parse(stdout) as { docs: { path: string; content: string }[] };
  assert.deepEqual(
    docs.map((doc) => doc.path),
    ['content/docs/user/pr-7.mdx', 'content/docs/changelog/pr-7.mdx'],
  );
  assert.match(docs[0]?.content ?? '', /\nticket: "ABC-1"\npullRequest: 7\n/);
});

test('docket docs --out writes the pages into a folder', async () => {
  const folder = newFolder();
  const { code, stdout } = await docket(['docs', ...range, '--out', folder], settings);
  assert.equal(code, 0);
  assert.match(stdout, /wrote .*content\/docs\/user\/v1-to-main\.mdx/);
  assert.ok(existsSync(path.join(folder, 'content/docs/developer/v1-to-main.mdx')));
  assert.match(
    readFileSync(path.join(folder, 'content/docs/user/v1-to-main.mdx'), 'utf8'),
    /\*\*New:\*\* Two/,
  );
});

test('docket docs explains wrong input', async () => {
  for (const [args, code, words] of [
    [['docs', '--repo', 'acme/site'], 2, /--base is missing/],
    [['docs', '--repo', 'acme/none', '--base', 'a', '--head', 'b'], 1, /Repository acme\/none not found/],
    [['docs', ...range.slice(0, -1), 'nowhere'], 1, /Ref nowhere of acme\/site not found/],
    [['docs', ...range.slice(0, -1), '../x'], 1, /Head must be a branch/],
  ] as const) {
    const ended = await docket([...args], settings);
    assert.equal(ended.code, code);
    assert.match(ended.stderr, words);
  }
});
