import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { startServer } from '../durability/running-server.ts';

const root = path.resolve(import.meta.dirname, '../..');

suite('a release', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-release-test-'));
  const release = path.join(folder, 'one');
  let installed: string;

  const build = (to: string) =>
    execFileSync(process.execPath, ['scripts/release.ts', '--to', to], { cwd: root, encoding: 'utf8' });
  const nameOf = (suffix: string) => globSync(`docket-*${suffix}`, { cwd: release })[0] as string;

  before(() => {
    build(release);
    execFileSync('tar', ['xf', path.join(release, nameOf('.tar.gz'))], { cwd: folder });
    installed = path.join(folder, nameOf('.tar.gz').replace('.tar.gz', ''));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('has the same bytes when it is made again, and says their SHA-256', () => {
    const again = path.join(folder, 'two');
    build(again);
    const [first, second] = [release, again].map((place) =>
      readFileSync(path.join(place, nameOf('.tar.gz.sha256')), 'utf8'),
    );
    assert.match(String(first), /^[0-9a-f]{64} {2}docket-\S+\.tar\.gz\n$/);
    assert.equal(first, second);
    execFileSync('sha256sum', ['--check', nameOf('.tar.gz.sha256')], { cwd: release });
  });

  test('contains the web app and no tests, and lists every package that it runs with', () => {
    assert.deepEqual(globSync('{src,packages,sdk,bin}/**/*.{test,support}.*', { cwd: installed }), []);
    for (const file of ['build.json', 'downloads/docket-cli.tgz', 'downloads/docket-sdk.tgz'])
      assert.ok(existsSync(path.join(installed, 'web/dist', file)), file);
    const sbom = JSON.parse(readFileSync(path.join(installed, 'sbom.cdx.json'), 'utf8'));
    const names = new Set(sbom.components.map(({ name }: { name: string }) => name));
    const { dependencies } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) assert.ok(names.has(name), name);
    assert.ok(!names.has('playwright-core'));
  });

  test('is installed with two commands and serves the web app and the API', async () => {
    execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: installed,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const file = path.join(folder, 'data/docket.db');
    const program = path.join(installed, 'bin/docket.js');
    const server = await startServer({ engine: 'sqlite', file }, { WEB: '' }, [], program);
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1];
    assert.equal((await fetch(new URL(String(script), server.url))).status, 200);
    const account = { name: 'Ada', email: 'ada@example.org', password: 'a long enough password' };
    const signedUp = await fetch(`${server.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    assert.equal(signedUp.status, 201);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });
});
