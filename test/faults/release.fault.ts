import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
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
    execFileSync(process.execPath, ['scripts/release.ts', '--vendor', '--to', to], {
      cwd: root,
      encoding: 'utf8',
    });
  const nameOf = (suffix: string) =>
    globSync(`docket-*${suffix}`, { cwd: release }).sort((a, b) => a.length - b.length)[0] as string;

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
    execFileSync('sha256sum', ['--check', nameOf('.tar.gz.sha256'), nameOf('-packages.tar.sha256')], {
      cwd: release,
    });
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

  test('becomes an image without network: the steps of the Containerfile give a server that answers', async () => {
    const context = path.join(folder, 'context');
    mkdirSync(context);
    for (const archive of [nameOf('.tar.gz'), nameOf('-packages.tar')])
      execFileSync('tar', ['xf', path.join(release, archive), '--strip-components=1'], { cwd: context });
    const text = readFileSync(path.join(context, 'ops/docker/Containerfile'), 'utf8');
    assert.doesNotMatch(text, /apt-get|npm (?:ci|install)|https?:\/\/(?!127\.0\.0\.1)|^ADD /m);
    const stages: Record<string, string> = {};
    let stage = '';
    for (const line of text.split('\n')) {
      const [step = '', ...words] = line.split(' ');
      if (step === 'FROM') {
        const name = words[1] === 'AS' ? (words[2] as string) : 'image';
        stage = path.join(folder, `stage-${name}`);
        mkdirSync(stage);
        stages[name] = stage;
      }
      if (step === 'COPY') {
        const from = words[0]?.startsWith('--from=')
          ? stages[words.shift()?.slice('--from='.length) ?? '']
          : context;
        const target = words.pop() as string;
        for (const source of words) {
          const place = source.replace(/^\/docket\//, '');
          const origin = path.join(from as string, place);
          assert.ok(existsSync(origin), `${line}: ${origin} is not in the archives of the release`);
          const to = path.join(stage, target === './' ? path.basename(place) : target);
          cpSync(origin, to, { recursive: true });
        }
      }
      if (step === 'RUN' && words[0] === 'node')
        execFileSync(process.execPath, words.slice(1), {
          cwd: stage,
          env: {},
          stdio: ['ignore', 'ignore', 'inherit'],
        });
    }
    const image = stages.image as string;
    assert.ok(!existsSync(path.join(image, 'node_modules/.package-lock.json')));
    const address = { engine: 'sqlite', file: path.join(folder, 'image-data/docket.db') } as const;
    const server = await startServer(
      address,
      { WEB: '', NODE_ENV: 'production' },
      [],
      path.join(image, 'bin/docket.js'),
    );
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<script type="module"/);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });

  test('refuses a package that is not the one of the lock file', () => {
    const forged = path.join(folder, 'forged');
    mkdirSync(forged);
    const archive = path.join(release, nameOf('-packages.tar'));
    execFileSync('tar', ['xf', archive, '--strip-components=1'], { cwd: forged });
    for (const file of ['package-lock.json', 'package.json'])
      cpSync(path.join(installed, file), path.join(forged, file));
    const [first] = globSync('vendor/*.tgz', { cwd: forged });
    appendFileSync(path.join(forged, String(first)), 'x');
    const program = path.join(installed, 'ops/docker/install-packages.js');
    assert.throws(
      () => execFileSync(process.execPath, [program], { cwd: forged, stdio: 'pipe' }),
      /is not the/,
    );
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
