import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { prepareDownloads } from '../../scripts/build-web/downloads.ts';
import { keepLastBuild, publishBuild } from '../../scripts/build-web/publish-build.ts';
import { readManifest } from '../../src/web-app/build-manifest.ts';
import { computeDownloadsStamp, computeStamp, isFresh } from '../../src/web-app/source-stamp.ts';

function newFolder(t: TestContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-build-'));
  t.after(() => rmSync(root, { recursive: true }));
  return root;
}

test('a release has the last build of the web app alone, and an installation also the one before', async (t) => {
  const root = newFolder(t);
  const build = (stamp: string) => ({
    stamp,
    page: '<!doctype html>',
    files: ['assets/app.js', `assets/list-${stamp}.js`, `downloads/docket-cli-${stamp}.tgz`].map((name) => ({
      name,
      content: Buffer.from(name),
    })),
    preloads: [],
  });
  const listed = () =>
    globSync('web/dist/**/*-*.*', { cwd: root })
      .map((file) => path.basename(file))
      .sort();
  await publishBuild(root, build('1'));
  await publishBuild(root, build('2'));
  const last = ['docket-cli-2.tgz', 'list-2.js'];
  assert.deepEqual(listed(), ['docket-cli-1.tgz', 'list-1.js', ...last].sort());
  const before = await readManifest(root);
  assert.deepEqual(
    before?.earlierFiles.map(({ address }) => address),
    ['assets/list-1.js'],
  );

  await keepLastBuild(root);
  assert.deepEqual(listed(), last);
  assert.deepEqual(await readManifest(root), { ...before, earlierFiles: [] });
});

test('the packages to download are kept until a source changes or a file is damaged', async (t) => {
  const root = newFolder(t);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  for (const file of ['docs/command-line.md', 'LICENSE', 'package-lock.json']) write(file, '');
  write('package.json', '{}');
  // No compiler takes this, so packages that are not kept are missing.
  write('src/cli/client/main.ts', 'not TypeScript');
  write('packages/docs-drafts/index.ts', 'export {}');
  const warn = t.mock.method(console, 'warn', () => {});
  const file = { name: 'downloads/docket-cli.tgz', content: Buffer.from('packed') };
  const publish = async () =>
    publishBuild(root, {
      ...{ stamp: '1', page: '', preloads: [], files: [file] },
      downloads: await built(),
    });
  const sources = ['src/cli/client/main.ts', 'packages/docs-drafts/index.ts'];
  const built = async () => ({ stamp: (await computeDownloadsStamp(root, sources)) as string, sources });
  const prepare = async () => {
    const { built, pack } = await prepareDownloads(root);
    return { built, files: await pack() };
  };
  await publish();
  assert.deepEqual(await prepare(), { built: await built(), files: [file] });
  assert.equal(warn.mock.callCount(), 0);
  write('src/tickets/ticket.ts', 'no part of a package');
  assert.deepEqual(await prepare(), { built: await built(), files: [file] });

  write('web/dist/downloads/docket-cli.tgz', 'damaged');
  assert.deepEqual(await prepare(), { built: undefined, files: [] });
  assert.equal(warn.mock.callCount(), 2);

  await publish();
  write('packages/docs-drafts/index.ts', 'changed');
  assert.deepEqual(await prepare(), { built: undefined, files: [] });
});

test('a build is stale once a source of the web app or of a package to download has changed or is gone', async (t) => {
  const root = newFolder(t);
  const write = (file: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), String(Math.random()));
  };
  const singles = ['docs/command-line.md', 'LICENSE', 'package.json', 'package-lock.json'];
  const sources = ['src/cli/client/main.ts'];
  const read = ['web/main.ts', 'packages/text-edits/index.ts', 'scripts/build-web.ts'];
  for (const file of [...singles, ...sources, ...read]) write(file);
  const publish = async () => {
    const downloads = { stamp: (await computeDownloadsStamp(root, sources)) as string, sources };
    const manifest = { stamp: await computeStamp(root), downloads, page: '', preloads: [], files: [] };
    return publishBuild(root, manifest);
  };
  const changes = [...sources, ...read, 'docs/command-line.md'].map((file) => () => write(file));
  for (const change of [...changes, () => rmSync(path.join(root, 'src/cli/client/main.ts'))]) {
    const manifest = await publish();
    assert.equal(await isFresh(root, manifest), true);
    write('src/tickets/ticket.ts');
    assert.equal(await isFresh(root, manifest), true);
    change();
    assert.equal(await isFresh(root, manifest), false, String(change));
  }
});
