import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { packDownloads, writeDownloads } from '../../scripts/build-web/downloads.ts';
import { publishBuild } from '../../scripts/build-web/publish-build.ts';
import { readPackageFile } from '../../scripts/release/npm-package.ts';
import { WebApp } from '../../src/web-app/index.ts';
import { openWorld, type World } from '../support/world.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const { version } = readPackageFile(repository);
const run = promisify(execFile);

suite('the command line and the client that an instance serves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-downloads-'));
  let world: World;
  let url: string;

  before(async () => {
    const root = path.join(folder, 'site');
    const files = await packDownloads(repository, await writeDownloads(repository));
    await publishBuild(root, { stamp: 'ab'.repeat(32), page: '<html></html>', files, preloads: [] });
    const silent = () => {};
    const logger = { debug: silent, info: silent, warn: silent, error: silent };
    world = await openWorld('sqlite', {}, { webApp: new WebApp({ root, searchPath: '', logger }) });
    url = await world.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
  });

  /** Into an empty folder, with a registry that nobody answers at. */
  async function install(name: string): Promise<string> {
    const place = path.join(folder, name);
    mkdirSync(place);
    writeFileSync(path.join(place, 'package.json'), '{"private": true, "type": "module"}');
    const args = ['install', `${url}/downloads/${name}.tgz`, '--registry=http://127.0.0.1:9'];
    const quiet = [
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      `--cache=${path.join(folder, 'cache')}`,
    ];
    await run('npm', [...args, ...quiet], { cwd: place });
    return place;
  }

  test('npm installs the command line from the instance alone, in the version of the server', async () => {
    const place = await install('docket-cli');
    const { stdout } = await run(path.join(place, 'node_modules/.bin/docket'), ['--version']);
    assert.equal(stdout, `docket ${version}\n`);
  });

  test('npm installs the client from the instance alone', async () => {
    const place = await install('docket-sdk');
    const program = `import { createClient } from 'docket-sdk'; console.log(typeof createClient);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: place });
    assert.equal(stdout, 'function\n');
    assert.equal(readPackageFile(path.join(place, 'node_modules/docket-sdk')).version, version);
  });

  test('the checksums are those of the files, and a client that has a file is not sent it again', async () => {
    const checksums = await (await fetch(`${url}/downloads/checksums.txt`)).text();
    assert.equal(checksums.split('\n').length, 3);
    for (const line of checksums.trim().split('\n')) {
      const [expected, name] = line.split('  ');
      const response = await fetch(`${url}/downloads/${name}`);
      const content = Buffer.from(await response.arrayBuffer());
      assert.equal(createHash('sha256').update(content).digest('hex'), expected);
      assert.equal(response.headers.get('content-type'), 'application/gzip');
      const etag = response.headers.get('etag') as string;
      const again = await fetch(`${url}/downloads/${name}`, { headers: { 'if-none-match': etag } });
      assert.equal(again.status, 304);
      assert.equal(response.headers.get('cache-control'), 'public, no-cache');
      const ofVersion = await fetch(`${url}/downloads/${name?.replace('.tgz', `-${version}.tgz`)}`);
      assert.equal(ofVersion.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.deepEqual(Buffer.from(await ofVersion.arrayBuffer()), content);
      const head = await fetch(`${url}/downloads/${name}`, { method: 'HEAD' });
      assert.equal(head.headers.get('content-length'), String(content.length));
    }
  });

  test('nothing else can be downloaded, and browsers do not keep the packages for offline use', async () => {
    for (const name of ['', 'docket.tgz', '..%2fbuild.json', '..%5cbuild.json', 'docket-cli.tgz/'])
      assert.equal((await fetch(`${url}/downloads/${name}`)).status, 404, name);
    const { files } = (await (await fetch(`${url}/build-files.json`)).json()) as { files: string[] };
    assert.deepEqual(files, []);
  });
});
