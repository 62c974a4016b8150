import assert from 'node:assert/strict';
import { appendFileSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { moveFiles } from '../../src/attachments/index.ts';
import {
  newS3Storage,
  openBucket,
  openStorage,
  withPreviousStorage,
} from '../../src/platform/storage/index.ts';
import { readFiles } from '../backup/contents.ts';
import { docket, newFolder } from '../cli/docket.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { startS3Server } from '../support/s3-server.ts';
import { openWorld, type World } from '../support/world.ts';

const s3 = await startS3Server();
after(() => s3.close());

let buckets = 0;

onEveryEngine('moving attached files', (engine) => {
  const worlds: World[] = [];
  afterEach(async () => {
    s3.failWhen(() => undefined);
    for (const world of worlds.splice(0)) await world.close();
  });

  async function openPlaces() {
    const world = await openWorld(engine);
    worlds.push(world);
    const ada = await world.person('Ada');
    const ticket = (await ada.post('/api/tickets', { title: 'T' })).body.data;
    const attach = async (content: string) =>
      (await ada.post(`/api/tickets/${ticket.id}/attachments`, ...formOf({ content }))).body.data[0];
    const attached = [];
    for (const content of ['one', 'two', 'three']) attached.push(await attach(content));
    const { config, clock, db } = world;
    const from = openStorage(config.storage, config.s3, clock);
    const to = newS3Storage(
      openBucket({ bucket: s3.bucket, prefix: `move-${++buckets}/` }, s3.settings),
      clock,
    );
    const move = (deletesSource = false) => moveFiles({ reads: db.reads, from, to, deletesSource });
    const sourceFiles = () =>
      globSync('*/*', { cwd: from.location }).map((file) => path.join(from.location, file));
    return { world, ada, ticket, attach, attached, from, to, move, sourceFiles };
  }

  test('copies and verifies all of them, and deletes none without being told', async () => {
    const { world, from, to, move } = await openPlaces();
    const files = await readFiles(from);
    assert.deepEqual(await move(), {
      verified: 3,
      copied: 3,
      bytes: 11,
      damaged: [],
      missing: [],
      deleted: 0,
    });
    assert.deepEqual(await readFiles(to), files);
    assert.deepEqual(await readFiles(from), files);
    assert.equal((await move()).copied, 0);
    assert.equal((await move(true)).deleted, 3);
    assert.deepEqual(await readFiles(from), {});
    assert.deepEqual(await readFiles(to), files);
    const back = await moveFiles({ reads: world.db.reads, from: to, to: from, deletesSource: true });
    assert.deepEqual([back.copied, back.deleted], [3, 3]);
    assert.deepEqual(await readFiles(from), files);
  });

  test('that was broken off goes on with what is left', async () => {
    const { from, to, move } = await openPlaces();
    let puts = 0;
    s3.failWhen((method) => (method === 'PUT' && ++puts > 1 ? 'cut' : undefined));
    await assert.rejects(move(true), /S3_ENDPOINT/);
    assert.equal(Object.keys(await readFiles(from)).length, 3);
    s3.failWhen(() => undefined);
    assert.deepEqual(await move(), {
      verified: 3,
      copied: 2,
      bytes: 11,
      damaged: [],
      missing: [],
      deleted: 0,
    });
    assert.deepEqual(await readFiles(to), await readFiles(from));
  });

  test('a file that differs from what was uploaded is not copied, and then nothing is deleted', async () => {
    const { from, to, move, sourceFiles } = await openPlaces();
    appendFileSync(sourceFiles()[0] as string, 'rotten');
    const { verified, damaged, missing, deleted } = await move(true);
    assert.deepEqual([verified, damaged.length, missing.length, deleted], [2, 1, 0, 0]);
    assert.equal(Object.keys(await readFiles(to)).length, 2);
    assert.equal(Object.keys(await readFiles(from)).length, 3);
  });

  test('a file in the target that differs is replaced', async () => {
    const { from, to, move } = await openPlaces();
    const [key] = Object.keys(await readFiles(from)) as [string];
    const { bytes } = { bytes: await from.findBytes(key) };
    await to.putAs(key, oneChunk(Buffer.alloc(bytes as number)));
    assert.deepEqual([(await move()).copied, await readFiles(to)], [3, await readFiles(from)]);
  });

  test('a file that is gone is named, and then nothing is deleted', async () => {
    const { from, move, sourceFiles } = await openPlaces();
    rmSync(sourceFiles()[0] as string);
    const { verified, missing, deleted } = await move(true);
    assert.deepEqual([verified, missing.length, deleted], [2, 1, 0]);
    assert.equal(Object.keys(await readFiles(from)).length, 2);
  });

  test('files are read from their old place until they are moved, and deleted in both', async () => {
    const { from, to, attached } = await openPlaces();
    const both = withPreviousStorage(to, from);
    const [key] = Object.keys(await readFiles(from)) as [string];
    assert.equal(await both.findBytes(key), await from.findBytes(key));
    assert.equal(Object.keys(await readFiles(both)).length, attached.length);
    await to.putAs(key, (await from.open(key)) as never);
    await both.delete(key);
    assert.deepEqual([await from.findBytes(key), await to.findBytes(key)], [undefined, undefined]);
  });
});

async function* oneChunk(chunk: Buffer) {
  yield chunk;
}

describe('docket storage move', () => {
  test('refuses places that make no sense, with what to do', async () => {
    const settings = { DATA_DIR: newFolder(), ...s3.variables };
    const target = `s3://${s3.bucket}/x`;
    const cases: [args: string[], more: Record<string, string>, problem: RegExp][] = [
      [['--to', 'ftp://x'], {}, /must be a path, or a bucket such as s3:\/\/bucket\/prefix/],
      [['--to', target], { STORAGE_URL: target }, /Set STORAGE_PREVIOUS_URL/],
      [['--to', target, '--delete-source'], {}, /--delete-source needs STORAGE_URL/],
      [['--to', target], {}, /no file to move/],
    ];
    for (const [args, more, problem] of cases) {
      const { code, stderr } = await docket(['storage', 'move', ...args], { ...settings, ...more });
      assert.match(stderr, problem);
      assert.equal(code, 2);
    }
    await docket(['migrate'], settings);
    const missing = await docket(['storage', 'move', '--to', 's3://not-there/x'], settings);
    assert.equal(missing.code, 78);
    assert.match(missing.stderr, /s3:\/\/not-there\/x\/: .*create the bucket/);
    const { code, stdout } = await docket(['storage', 'move', '--to', target], settings);
    assert.equal(code, 0);
    assert.match(stdout, /0 files .*\nNow set STORAGE_URL=s3:\/\/docket-test\/x and restart Docket/);
  });
});
