import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { DatabaseAddress } from '../../src/platform/db/index.ts';
import { readContents, readFiles } from '../backup/contents.ts';
import { folder, newHome } from '../backup/homes.ts';
import { openSampleWorld } from '../backup/sample-world.ts';
import { docket, docketAsProgram } from '../cli/docket.ts';
import { environmentOf } from '../durability/running-server.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { startS3Server } from '../support/s3-server.ts';
import type { World } from '../support/world.ts';

const s3 = await startS3Server();
const archive = `s3://${s3.bucket}/archives/sample.tar`;
let world: World;
let source: Record<string, string>;
let expected: {
  rows: Awaited<ReturnType<typeof rowsOf>>;
  files: Awaited<ReturnType<typeof readFiles>>;
};

before(async () => {
  world = await openSampleWorld('sqlite');
  source = {
    ...settingsOf(world.config.database),
    STORAGE_URL: world.context.storage.location,
    DATA_DIR: path.dirname((world.config.database as { file: string }).file),
  };
  expected = {
    rows: await rowsOf(world.config.database),
    files: await readFiles(world.context.storage),
  };
  await succeed(['backup', archive], source);
});
after(async () => {
  await world.close();
  await s3.close();
});

/** Without the list of backups: in its own snapshot the backup is still running. */
const rowsOf = async (address: DatabaseAddress) => {
  const { backup_runs: _, ...rows } = await readContents(address);
  return rows;
};

const settingsOf = (address: DatabaseAddress) =>
  ({ ...environmentOf(address), ...s3.variables }) as Record<string, string>;

async function succeed(args: string[], settings: Record<string, string>): Promise<void> {
  const { code, stderr } = await docket(args, settings);
  assert.equal(code, 0, stderr);
}

/** Runs a command while the S3 server ends at the first request that matches, as if its machine had failed. */
async function failAt(
  matches: (method: string, url: string) => boolean,
  args: string[],
  settings: Record<string, string>,
): Promise<string> {
  let isFailing = false;
  const stops: NodeJS.Timeout[] = [];
  s3.failWhen((method, url) => {
    isFailing ||= matches(method, url);
    if (!isFailing) return undefined;
    // Half of an answer first, where it has a body.
    stops.push(setTimeout(() => void s3.stop(), 50));
    return method === 'GET' ? 'cut-after' : 'cut';
  });
  const { code, stderr } = await docket(args, settings);
  s3.failWhen(() => undefined);
  // One that is still to come would end the server that is started now.
  for (const stop of stops) clearTimeout(stop);
  await s3.stop();
  await s3.start();
  assert.ok(isFailing, 'the fault did not happen');
  assert.equal(code, 1, stderr);
  assert.match(stderr, /The storage cannot be used\. s3:\/\/docket-test\/\S+: .*S3_ENDPOINT/);
  return stderr;
}

describe('an S3 server that fails in the middle of a backup', () => {
  test('while it receives the archive: there is no backup, and the next one is whole', async () => {
    const bob = await world.person('Bob');
    const ticket = (await bob.post('/api/tickets', { title: 'Large' })).body.data;
    // Together longer than the first part of an upload.
    for (let file = 0; file < 2; file++) {
      const form = formOf({ content: randomBytes(35 * 1024 ** 2) });
      assert.equal((await bob.post(`/api/tickets/${ticket.id}/attachments`, ...form)).status, 201);
    }
    const place = `s3://${s3.bucket}/large/`;
    await failAt((_method, url) => url.includes('partNumber=2'), ['backup', place], source);
    assert.deepEqual(
      s3.objects().filter((name) => name.startsWith('large/')),
      [],
    );
    const none = await docket(['restore', place, '--check'], source);
    assert.deepEqual([none.code, /There is no backup below/.test(none.stderr)], [1, true]);
    await succeed(['backup', place], source);
    await succeed(['restore', place, '--check'], source);
    for (const { id } of (await bob.get(`/api/tickets/${ticket.id}/attachments`)).body.data)
      await bob.delete(`/api/tickets/${ticket.id}/attachments/${id}`);
  });

  test('while attachments are read from it: there is no backup, and the next one has them all', async () => {
    const files = `s3://${s3.bucket}/files`;
    await succeed(['storage', 'move', '--to', files], source);
    const settings = { ...source, STORAGE_URL: files };
    const place = mkdtempSync(path.join(folder, 'out-'));
    let opened = 0;
    const isSecondFile = (method: string, url: string) =>
      method === 'GET' && url.includes('/files/') && ++opened > 1;
    await failAt(isSecondFile, ['backup', place], settings);
    assert.deepEqual(readdirSync(place), []);
    const { stdout } = await docket(['backup', place, '--json'], settings);
    assert.equal(JSON.parse(stdout).missingFiles, 0);
    await succeed(['restore', place, '--check'], settings);
  });
});

onEveryEngine('an S3 server that fails in the middle of a restore', (engine) => {
  test('leaves no database that could be taken for whole, and the restore can be repeated', async (t) => {
    const home = await newHome(engine, { ...s3.variables, STORAGE_URL: `s3://${s3.bucket}/to-${engine}` });
    t.after(home.remove);
    const { database } = home.config;
    const settings = {
      ...settingsOf(database),
      DATA_DIR: database.engine === 'sqlite' ? path.dirname(database.file) : home.config.DATA_DIR,
      STORAGE_URL: home.storage.location,
    };
    const readingOfArchive = (wanted: number) => {
      let readings = 0;
      return (method: string, url: string) =>
        method === 'GET' && url.includes('/archives/sample.tar') && ++readings >= wanted;
    };
    const assertRefused = async () => {
      const { code, stderr } = await docketAsProgram(['serve'], settings);
      assert.deepEqual([code, /restore into .* did not finish/.test(stderr)], [65, true], stderr);
    };
    const restore = ['restore', archive];
    await failAt(readingOfArchive(1), restore, settings);
    // The archive is read twice: the first time it is only verified.
    await failAt(readingOfArchive(2), restore, settings);
    await assertRefused();
    let stored = 0;
    const isSecondFile = (method: string, url: string) =>
      method === 'PUT' && url.includes(`/to-${engine}/`) && ++stored > 1;
    await failAt(isSecondFile, restore, settings);
    await assertRefused();

    await succeed(restore, settings);
    assert.deepEqual(await rowsOf(database), expected.rows);
    assert.deepEqual(await readFiles(home.storage), expected.files);
  });
});
