import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { checkOutput } from '../../scripts/build-web/check-output.ts';
import { type BuildManifest, distFolder, readManifest } from '../../src/web-app/build-manifest.ts';
import { computeStamp } from '../../src/web-app/source-stamp.ts';
import { newWebSources, type WebSources } from '../support/web-sources.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const program = path.join(repository, 'scripts/build-web.ts');

function newSources(t: TestContext): WebSources {
  const sources = newWebSources();
  t.after(() => sources.remove());
  return sources;
}

const startBuild = (root: string, ...flags: string[]) =>
  spawn(process.execPath, [program, '--root', root, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });

async function build(root: string, ...flags: string[]) {
  const child = startBuild(root, ...flags);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code };
}

/** Fails unless web/dist has every file of its manifest in every form. */
async function readCompleteManifest(root: string): Promise<BuildManifest> {
  const manifest = await readManifest(root);
  assert.ok(manifest);
  for (const { address, bytes } of [...manifest.files, ...manifest.earlierFiles]) {
    const file = path.join(distFolder(root), address);
    const content = readFileSync(file);
    assert.equal(content.length, bytes.identity);
    if (bytes.br !== undefined) assert.deepEqual(brotliDecompressSync(readFileSync(`${file}.br`)), content);
    if (bytes.gzip !== undefined) assert.deepEqual(gunzipSync(readFileSync(`${file}.gz`)), content);
  }
  return manifest;
}

test('a build has a page that loads only files of the build, and Brotli and gzip beside each script', async (t) => {
  const { root } = newSources(t);
  const { code, stderr } = await build(root);
  assert.equal(code, 0, stderr);
  const { page, files, stamp } = await readCompleteManifest(root);
  assert.equal(stamp, await computeStamp(root));
  const addresses = files.map(({ address }) => `/${address}`);
  const loaded = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  assert.ok(loaded.length >= 3);
  for (const address of loaded) assert.ok(addresses.includes(address), address);
  const scripts = files.filter(({ address }) => address.endsWith('.js') && address.includes('/'));
  const [largest] = scripts.sort((a, b) => (b.bytes.gzip ?? 0) - (a.bytes.gzip ?? 0));
  assert.ok((largest?.bytes.br ?? Infinity) < (largest?.bytes.gzip ?? 0));
});

test('a build that is fresh is not made again with --if-stale', async (t) => {
  const { root, write } = newSources(t);
  await build(root);
  assert.equal((await build(root, '--if-stale')).stdout, '');
  write('web/words.ts', "export const words = 'Bye';\n");
  assert.match((await build(root, '--if-stale')).stdout, /Web app built/);
});

test('assets of the build before are kept, and older ones are forgotten', async (t) => {
  const { root, write } = newSources(t);
  const wordsOf = (manifest: BuildManifest) =>
    manifest.files.find(({ address }) => address.includes('words'))?.address;
  await build(root);
  const first = wordsOf(await readCompleteManifest(root));
  write('web/words.ts', "export const words = 'Bye';\n");
  await build(root);
  const second = await readCompleteManifest(root);
  assert.notEqual(wordsOf(second), first);
  assert.ok(second.earlierFiles.some(({ address }) => address === first));
  await build(root);
  assert.deepEqual((await readCompleteManifest(root)).earlierFiles, second.earlierFiles);
  write('web/words.ts', "export const words = 'Later';\n");
  await build(root);
  const third = await readCompleteManifest(root);
  assert.ok(!third.earlierFiles.some(({ address }) => address === first));
});

test('a build that fails leaves the build before as it was', async (t) => {
  const { root, write } = newSources(t);
  await build(root);
  const before = await readCompleteManifest(root);
  write('web/words.ts', 'export const words = ;\n');
  const { code, stderr } = await build(root);
  assert.notEqual(code, 0);
  assert.match(stderr, /words\.ts/);
  assert.deepEqual(await readCompleteManifest(root), before);
});

test('builds at the same time, of which one is killed, leave a complete build', async (t) => {
  const { root, write } = newSources(t);
  await build(root);
  write('web/words.ts', "export const words = 'Bye';\n");
  const killed = startBuild(root);
  killed.stdout.once('data', () => killed.kill('SIGKILL'));
  const [one, other] = await Promise.all([build(root), build(root), once(killed, 'close')]);
  assert.deepEqual([one.code, other.code], [0, 0]);
  assert.equal((await readCompleteManifest(root)).stamp, await computeStamp(root));
});

test('output that a browser could not run is refused', async () => {
  const script = (source: string) => [{ name: 'assets/a.js', content: Buffer.from(source) }];
  const page = '<script type="module" src="/assets/a.js"></script>';
  await checkOutput(page, script('const a = await import("./b.js"); export { a };'));
  await assert.rejects(checkOutput(page, script('import("./b.js", #1a2b);')), /assets\/a\.js is not valid/);
  await assert.rejects(checkOutput('<script>alert(1)</script>', []), /inline/);
  await assert.rejects(checkOutput('<p style="color: red">', []), /inline/);
});

test('an installation succeeds and says what is missing if the web app cannot be built', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-prepare-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const copied of ['scripts/prepare.js', 'bin', 'package.json'])
    cpSync(path.join(repository, copied), path.join(folder, copied), { recursive: true });
  const prepare = async () => {
    const child = spawn(process.execPath, [path.join(folder, 'scripts/prepare.js')]);
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { stderr, code };
  };
  assert.deepEqual(await prepare(), { stderr: '', code: 0 });
  cpSync(path.join(repository, 'web/index.html'), path.join(folder, 'web/index.html'));
  const { stderr, code } = await prepare();
  assert.equal(code, 0);
  assert.match(stderr, /^The web app is not built: Vite is not installed\. `npm start` tries again\.\n$/);
  assert.ok(!existsSync(path.join(folder, 'web/dist')));
});
