import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { beginRun, isBackupRunning, lastBackup, recordRun } from '../../src/backup/index.ts';
import { hourMs, minuteMs } from '../../src/platform/clock.ts';
import { docket, newFolder, startDocket } from '../cli/docket.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { openWorld } from '../support/world.ts';

const everyMs = hourMs;
const archive = { location: '/backups/a.tar', bytes: 5 };

onEveryEngine('the runs of backups', (engine) => {
  test('of several processes one makes the backup that is due', async () => {
    const { db, clock, close } = await openWorld(engine);
    const begin = () => beginRun(db, clock, { everyMs });
    const [run, ...others] = (await Promise.all([begin(), begin(), begin()])).sort();
    assert.equal(typeof run, 'string');
    assert.deepEqual(others, [undefined, undefined]);
    await recordRun(db, clock, run as string, async () => archive);
    assert.equal(await begin(), undefined);
    clock.advance(everyMs);
    assert.equal(typeof (await begin()), 'string');
    await close();
  });

  test('one that was killed is made anew when its lease is over, one that failed after ten minutes', async () => {
    const { db, clock, close } = await openWorld(engine);
    const begin = () => beginRun(db, clock, { everyMs });
    await begin();
    clock.advance(minuteMs - 1);
    assert.equal(await begin(), undefined);
    clock.advance(9 * minuteMs + 1);
    const second = (await begin()) as string;
    const failure = Promise.reject(new Error('the disk is full'));
    await assert.rejects(recordRun(db, clock, second, () => failure));
    assert.equal(await begin(), undefined);
    assert.deepEqual(await lastBackup(db.reads), { succeeded: undefined, problem: 'the disk is full' });
    clock.advance(10 * minuteMs);
    await recordRun(db, clock, (await begin()) as string, async () => archive);
    const { succeeded, problem } = await lastBackup(db.reads);
    assert.deepEqual(
      [succeeded?.location, succeeded?.finishedAt, problem],
      [archive.location, clock.now(), undefined],
    );
    await close();
  });

  test('a file that is deleted while a backup runs stays until the backup has ended', async () => {
    const world = await openWorld(engine);
    const ada = await world.person('Ada');
    const ticket = (await ada.post('/api/tickets', { title: 'T' })).body.data;
    const attach = async () => {
      const { body } = await ada.post(
        `/api/tickets/${ticket.id}/attachments`,
        ...formOf({ content: 'kept' }),
      );
      return body.data.id ?? body.data[0].id;
    };
    const { db, clock, context } = world;
    const filesLeft = async () => (await Array.fromAsync(context.storage.list())).length;
    const run = (await beginRun(db, clock)) as string;
    assert.equal((await ada.delete(`/api/tickets/${ticket.id}/attachments/${await attach()}`)).status, 200);
    assert.equal(await isBackupRunning(db.reads, clock.now()), true);
    assert.equal(await filesLeft(), 1);
    await recordRun(db, clock, run, async () => archive);
    await ada.delete(`/api/tickets/${ticket.id}/attachments/${await attach()}`);
    assert.equal(await filesLeft(), 1);
    await world.close();
  });
});

describe('scheduled backups', () => {
  test('keep the newest of the folder and touch no other file', async () => {
    const [dataFolder, to] = [newFolder(), newFolder()];
    const settings = {
      DATA_DIR: dataFolder,
      BACKUP_TO: to,
      BACKUP_EVERY: '24h',
      BACKUP_KEEP: '2',
      LOG_LEVEL: 'silent',
    };
    await docket(['migrate'], settings);
    for (const day of ['01', '02', '03']) writeFileSync(path.join(to, `docket-202511${day}T000000Z.tar`), '');
    writeFileSync(path.join(to, 'docket-notes.tar'), '');
    const { code, stdout, stderr } = await docket(['backup', '--scheduled', '--json'], settings);
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).removed.length, 2);
    const left = readdirSync(to).sort();
    assert.equal(left.length, 3, left.join());
    assert.ok(left.includes('docket-notes.tar') && left.includes('docket-20251103T000000Z.tar'));
    const again = await docket(['backup', '--scheduled', '--json'], settings);
    assert.deepEqual(JSON.parse(again.stdout), { skipped: true });
    assert.equal((await docket(['backup', '--scheduled', to], settings)).code, 2);
  });

  test('are made by the running server, which logs them', async (t) => {
    const settings = { DATA_DIR: newFolder(), BACKUP_EVERY: '24h', PORT: '0', LOG_LEVEL: 'info' };
    const server = startDocket(['serve'], settings);
    t.after(() => server.kill('SIGKILL'));
    let log = '';
    server.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    const folder = path.join(settings.DATA_DIR, 'backups');
    while (!log.includes('Backup done') && server.exitCode === null) await wait(20);
    assert.match(log, /"location":"[^"]+docket-\d{8}T\d{6}Z\.tar"/);
    assert.equal(existsSync(folder) && readdirSync(folder).length, 1);
    server.kill('SIGTERM');
    await once(server, 'exit');
  });
});
