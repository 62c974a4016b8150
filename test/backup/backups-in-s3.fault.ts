import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { createBackup, findArchive, openSink, restoreBackup } from '../../src/backup/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { openDatabaseSource } from '../../src/platform/db/index.ts';
import { docket, newFolder } from '../cli/docket.ts';
import { startS3Server } from '../support/s3-server.ts';
import { readContents, readFiles } from './contents.ts';
import { clock, newHome } from './homes.ts';
import { openSampleWorld } from './sample-world.ts';

const s3 = await startS3Server();
after(() => s3.close());
const objectsBelow = (prefix: string) => s3.objects().filter((name) => name.startsWith(`${prefix}/`));

describe('backups in a bucket', () => {
  afterEach(() => s3.failWhen(() => undefined));

  test('are restored with every row, and every file into a bucket', async () => {
    const world = await openSampleWorld('sqlite');
    const source = await openDatabaseSource(world.config.database);
    const place = `s3://${s3.bucket}/whole/`;
    const { storage } = world.context;
    const input = {
      source,
      storage,
      keys: world.config.secretKeys,
      docketVersion: '1.0',
      createdAt: clock.now(),
    };
    const { location } = await createBackup(input, await openSink(place, clock.now(), s3.settings));
    assert.equal(location, `${place}docket-20261116T030000Z.tar`);
    await source.close();
    await assert.rejects(openSink(location, clock.now(), s3.settings), /exists already/);

    const home = await newHome('sqlite', { ...s3.variables, STORAGE_URL: `s3://${s3.bucket}/restored` });
    const { config } = home;
    const target = {
      database: config.database,
      storage: home.storage,
      keys: config.secretKeys,
      isReplaced: false,
    };
    await restoreBackup(await findArchive(place, s3.settings), target);
    assert.deepEqual(await readContents(config.database), await readContents(world.config.database));
    assert.deepEqual(await readFiles(home.storage), await readFiles(storage));
    await world.close();
    await home.remove();
  });

  test('keep the newest below the prefix and touch no other object', async () => {
    const settings = {
      DATA_DIR: newFolder(),
      ...s3.variables,
      BACKUP_TO: `s3://${s3.bucket}/kept`,
      BACKUP_EVERY: '24h',
      BACKUP_KEEP: '2',
      LOG_LEVEL: 'silent',
    };
    await docket(['migrate'], settings);
    for (const name of ['docket-20251101T000000Z.tar', 'docket-20251102T000000Z.tar', 'notes.tar'])
      assert.equal((await docket(['backup', `s3://${s3.bucket}/kept/${name}`], settings)).code, 0);
    const { code, stdout, stderr } = await docket(['backup', '--scheduled', '--json'], settings);
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout).removed, ['docket-20251101T000000Z.tar']);
    assert.deepEqual(
      objectsBelow('kept').map((name) => name.replace(/2026\d+T\d+/, 'now')),
      ['kept/docket-20251102T000000Z.tar', 'kept/docket-nowZ.tar', 'kept/notes.tar'],
    );
    const check = await docket(['restore', settings.BACKUP_TO, '--check', '--json'], settings);
    assert.equal(check.code, 0, check.stderr);
    assert.equal(JSON.parse(check.stdout).location, JSON.parse(stdout).location);
  });

  test('are not there if the bucket fails in the middle, and the failure says what to do', async () => {
    const settings = { DATA_DIR: newFolder(), ...s3.variables, LOG_LEVEL: 'silent' };
    await docket(['migrate'], settings);
    s3.failWhen((method) => (method === 'PUT' ? 'cut' : undefined));
    const { code, stderr } = await docket(['backup', `s3://${s3.bucket}/broken/`], settings);
    assert.equal(code, 1);
    assert.match(stderr, /s3:\/\/docket-test\/broken\/.*S3_ENDPOINT/);
    assert.deepEqual(objectsBelow('broken'), []);
    const wrong = await docket(['backup', 's3://not-there/x/'], settings);
    assert.deepEqual([wrong.code, /create the bucket/.test(wrong.stderr)], [78, true]);
    const none = await docket(['restore', `s3://${s3.bucket}/nothing/`], settings);
    assert.deepEqual([none.code, /There is no backup below/.test(none.stderr)], [1, true]);
  });

  test('that were killed are discarded by a backup a day later', async () => {
    const place = `s3://${s3.bucket}/killed/`;
    const sink = await openSink(place, Date.now(), s3.settings);
    await sink.write(Buffer.alloc(65 * 1024 ** 2));
    assert.equal(s3.unfinishedUploads().length, 1);
    const next = await openSink(place, Date.now() + 2 * dayMs, s3.settings);
    assert.deepEqual(s3.unfinishedUploads(), []);
    await next.abort();
  });
});
