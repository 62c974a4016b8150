import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { docket, newFolder, startDocket } from './docket.ts';

const traces: Record<string, (folder: string) => void> = {
  'docket.db-wal': (folder) => writeFileSync(path.join(folder, 'docket.db-wal'), 'log'),
  'secrets.key': (folder) => writeFileSync(path.join(folder, 'secrets.key'), 'key'),
  'files/': (folder) => mkdirSync(path.join(folder, 'files', 'ab'), { recursive: true }),
  'backups/': (folder) => mkdirSync(path.join(folder, 'backups', 'old'), { recursive: true }),
};
for (const [trace, leave] of Object.entries(traces)) {
  test(`a folder with ${trace} and without docket.db is no new instance, unless migrate --new says so`, async () => {
    const DATA_DIR = newFolder();
    leave(DATA_DIR);
    const before = readdirSync(DATA_DIR);
    for (const args of [['serve'], ['user', 'list'], ['migrate']]) {
      const { code, stderr } = await docket(args, { DATA_DIR, PORT: '0', WEB: 'off' });
      assert.equal(code, 65, args.join(' '));
      assert.match(stderr, /docket\.db is missing, but .*docket restore.*docket migrate --new/s);
      assert.ok(stderr.includes(trace), stderr);
    }
    assert.deepEqual(readdirSync(DATA_DIR), before);
    const doctor = await docket(['doctor'], { DATA_DIR });
    assert.equal(doctor.code, 3);
    assert.match(doctor.stdout, /docket\.db is missing, but/);

    assert.equal((await docket(['migrate', '--new'], { DATA_DIR })).code, 0);
    const list = await docket(['user', 'list', '--json'], { DATA_DIR });
    assert.equal(list.code, 0, list.stderr);
    assert.equal(existsSync(path.join(DATA_DIR, 'docket.db-wal.lost-1')), trace === 'docket.db-wal');
  });
}

test('a folder with empty folders for files and backups is that of a new instance', async () => {
  const DATA_DIR = newFolder();
  for (const name of ['files', 'backups']) mkdirSync(path.join(DATA_DIR, name));
  assert.equal((await docket(['migrate'], { DATA_DIR })).code, 0);
});

test('a first start that is killed at any moment leaves a folder in which the next one succeeds', async () => {
  for (const changes of [1, 2, 4, 8]) {
    const DATA_DIR = newFolder();
    const child = startDocket(['migrate'], { DATA_DIR });
    let seen = 0;
    const watcher = watch(DATA_DIR, () => {
      if (++seen === changes) child.kill('SIGKILL');
    });
    await once(child, 'exit');
    watcher.close();
    const { code, stderr } = await docket(['migrate'], { DATA_DIR });
    assert.equal(code, 0, `after ${changes} changes: ${stderr}`);
    assert.deepEqual(readdirSync(DATA_DIR), ['docket.db']);
  }
});

test('a restore into a folder with the log of a lost database does not play that log into the new file', async () => {
  const DATA_DIR = newFolder();
  const file = path.join(DATA_DIR, 'docket.db');
  const archive = path.join(newFolder(), 'backup.tar');
  assert.equal((await docket(['migrate'], { DATA_DIR })).code, 0);
  assert.equal((await docket(['backup', archive], { DATA_DIR })).code, 0);
  const log = leaveLog(file);
  rmSync(file);
  copyFileSync(log, `${file}-wal`);

  const { code, stderr } = await docket(['restore', archive], { DATA_DIR });
  assert.equal(code, 0, stderr);
  const connection = new DatabaseSync(file);
  const [verdict] = Object.values(connection.prepare('pragma quick_check').get() ?? {});
  const lost = connection.prepare("select 1 from instance_facts where name = 'lost'").get();
  connection.close();
  assert.deepEqual([verdict, lost], ['ok', undefined]);
  assert.ok(existsSync(`${file}-wal.lost-1`));
});

/** Writes something and returns a copy of the write-ahead log with it. */
function leaveLog(file: string): string {
  const connection = new DatabaseSync(file);
  connection.exec("insert into instance_facts (name, value) values ('lost', 'x')");
  const copy = `${file}.log-copy`;
  copyFileSync(`${file}-wal`, copy);
  connection.close();
  return copy;
}
