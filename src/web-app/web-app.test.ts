import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { newWebSources, type WebSources } from '../../test/support/web-sources.ts';
import { openWorld } from '../../test/support/world.ts';
import { manifestFile } from './build-manifest.ts';
import { runBuild } from './run-build.ts';
import { WebApp } from './web-app.ts';

const searchPath = process.env.PATH as string;

async function openSite(t: TestContext, sources: WebSources) {
  const messages: string[] = [];
  const log = (...args: unknown[]) => void messages.push(String(args.at(-1)));
  const logger = { debug: log, info: log, warn: log, error: log };
  const webApp = new WebApp({ root: sources.root, searchPath, logger });
  const world = await openWorld('sqlite', {}, { webApp });
  t.after(async () => {
    await world.close();
    await webApp.close();
    sources.remove();
  });
  const get = (url: string) =>
    world.app.inject({ url, headers: { accept: 'text/html', 'accept-language': 'de' } });
  return { webApp, get, messages };
}

const build = ({ root }: WebSources) => runBuild(root, searchPath, new AbortController().signal);

test('while the app is built, the API answers and pages say so and come back by themselves', async (t) => {
  const { webApp, get, messages } = await openSite(t, newWebSources());
  const waiting = await get('/tickets/ABC-1');
  assert.equal(waiting.statusCode, 503);
  assert.match(waiting.body, /<meta http-equiv="refresh" content="1">/);
  assert.match(waiting.body, /<h1>Einen Moment<\/h1>/);
  assert.match(String(waiting.headers['content-security-policy']), /default-src 'none'; style-src 'sha256-/);
  assert.equal(waiting.headers['cache-control'], 'no-store');
  assert.equal((await get('/healthz')).statusCode, 200);
  await webApp.finished();
  const ready = await get('/tickets/ABC-1');
  assert.equal(ready.statusCode, 200);
  assert.match(ready.body, /\/assets\/[\w-]+\.js/);
  assert.deepEqual(messages, []);
});

test('a build that is older than its sources is made again at start, and the old assets stay', async (t) => {
  const sources = newWebSources();
  await build(sources);
  const before = await openSite(t, { ...sources, remove: () => {} });
  await before.webApp.finished();
  const script = /\/assets\/[\w-]+\.js/.exec((await before.get('/')).body)?.[0] as string;
  sources.write('web/main.css', 'body { color: blue }');
  sources.write('web/main.tsx', "import './main.css';\ndocument.title = 'Changed';\n");
  const { webApp, get } = await openSite(t, sources);
  assert.equal(await webApp.state(), 'building');
  assert.equal((await get(script)).statusCode, 200);
  await webApp.finished();
  assert.ok(!(await get('/')).body.includes(script));
  assert.equal((await get(script)).statusCode, 200);
});

test('a fresh build is served at once, also where its sources or Vite are not installed', async (t) => {
  const sources = newWebSources();
  await build(sources);
  rmSync(path.join(sources.root, 'node_modules'));
  const { webApp, messages } = await openSite(t, { ...sources, remove: () => {} });
  assert.equal(await webApp.state(), 'ready');
  for (const file of ['index.html', 'main.tsx']) rmSync(path.join(sources.root, 'web', file));
  const { webApp: withoutSources, get } = await openSite(t, sources);
  assert.equal(await withoutSources.state(), 'ready');
  assert.equal((await get('/')).statusCode, 200);
  assert.deepEqual(messages, []);
});

test('without Vite and without a build, the API is served and the log says what to run', async (t) => {
  const sources = newWebSources({ withVite: false });
  const { get, messages } = await openSite(t, sources);
  assert.match((await get('/')).body, /href="\/reference"/);
  const deepLink = await get('/tickets/ABC-1');
  assert.deepEqual([deepLink.statusCode, deepLink.json().error.code], [404, 'NOT_FOUND']);
  assert.equal(messages.length, 1);
  assert.match(messages[0] as string, /Vite is not installed: run `npm ci`/);
});

test('a build that fails is logged, and the build before is served', async (t) => {
  const sources = newWebSources();
  await build(sources);
  sources.write('web/words.ts', 'export const words = ;');
  const { webApp, get, messages } = await openSite(t, sources);
  await webApp.finished();
  assert.equal((await get('/')).statusCode, 200);
  assert.match(messages.join(), /could not be built; the one before is served/);
});

test('a process that stops while it builds ends the build', async (t) => {
  const sources = newWebSources();
  const { webApp } = await openSite(t, sources);
  assert.equal(await webApp.state(), 'building');
  await webApp.close();
  assert.equal(webApp.build, undefined);
  assert.ok(!existsSync(manifestFile(sources.root)));
});
