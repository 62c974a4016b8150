import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../src/config/index.ts';
import { prepareDatabase } from '../../src/platform/db/index.ts';
import { readMigrations } from '../../src/platform/db/migration/migration-files.ts';
import { newSecretBox } from '../../src/platform/secret-box/index.ts';
import { type EngineName, newDatabase, onEveryEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startS3Server } from '../support/s3-server.ts';
import { docket, newFolder } from './docket.ts';

interface Finding {
  check: string;
  verdict: string;
  finding: string;
  advice?: string;
}

async function newHome(engine: EngineName) {
  const folder = newFolder();
  chmodSync(folder, 0o700);
  const settings: Record<string, string> = { DATA_DIR: folder };
  let remove = async () => {};
  if (engine === 'postgres') {
    const home = await newDatabase('postgres');
    settings.DATABASE_URL = (home.address as { url: string }).url;
    settings.SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
    remove = home.remove;
  }
  const { database } = readConfig(settings);
  const change = async (sql: string) => {
    if (database.engine === 'sqlite') {
      const db = new DatabaseSync(database.file);
      db.exec(sql);
      db.close();
    } else {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    }
  };
  const examine = async (more: Record<string, string> = {}, args: string[] = []) => {
    const { code, stdout, stderr } = await docket(['doctor', '--json', ...args], { ...settings, ...more });
    assert.equal(stderr, '');
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    for (const { verdict, advice } of findings) assert.equal(advice !== undefined, verdict !== 'ok');
    const of = (check: string) => findings.filter((finding) => finding.check === check);
    return { code, findings, of, verdict: (check: string) => of(check).map(({ verdict }) => verdict) };
  };
  return { folder, settings, database, change, examine, remove };
}

const user = `insert into users (id, name, name_folded, email, email_folded, role, created_at, updated_at)
  values ('u1', 'Ada', 'ada', 'ada@example.org', 'ada@example.org', 'ADMIN', 0, 0)`;

const avatar = `insert into avatars (id, user_id, file_key, content_type, size, sha256, created_at)
  values ('a1', 'u1', '01890a5d-ac96-774b-bcce-b302099a8057', 'image/png', 1, '${'0'.repeat(64)}', 0)`;

onEveryEngine('docket doctor', (engine) => {
  test('finds nothing wrong with a new database, and changes nothing', async () => {
    const { database, folder, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    const { code, findings, verdict } = await examine();
    assert.deepEqual(
      findings.filter((finding) => finding.verdict === 'fail'),
      [],
    );
    assert.equal(code, 0);
    for (const check of ['schema', 'integrity', 'keys', 'clock', 'queues', 'mail', 'file identity'])
      assert.deepEqual(verdict(check), ['ok'], check);
    assert.equal(existsSync(path.join(folder, 'secrets.key')), false);
    await remove();
  });

  test('says which migrations are pending without applying them, and upgrade-check lists them', async () => {
    const { database, settings, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    await change(
      'delete from schema_migrations where version = (select max(version) from schema_migrations)',
    );
    assert.deepEqual((await examine()).verdict('schema'), ['warn']);
    const { code, stdout } = await docket(['upgrade-check', '--json'], settings);
    const plan = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.equal(plan.pending.length, 1);
    assert.equal(plan.toSchema, plan.fromSchema + 1);
    assert.deepEqual(plan.changedMigrations, []);
    assert.deepEqual((await examine()).verdict('schema'), ['warn']);
    await remove();
  });

  test('a database of a newer version is a failure with exit code 3', async () => {
    const { database, settings, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    await change("insert into schema_migrations values (9999, 'tomorrow', 0)");
    const { code, verdict } = await examine();
    assert.deepEqual([code, verdict('schema')], [3, ['fail']]);
    const check = await docket(['upgrade-check'], settings);
    assert.equal(check.code, 3);
    assert.match(check.stdout, /newer Docket/);
    await remove();
  });

  test('finds secrets that the configured keys cannot open', async () => {
    const { database, settings, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    const box = newSecretBox(readConfig(settings).secretKeys);
    const webhook = (id: string, secret: string) => `
      insert into webhooks (id, owner_id, url, events, secret, created_at, updated_at)
      values ('${id}', 'u1', 'http://127.0.0.1/', '[]', '${secret}', 0, 0)`;
    await change(user);
    await change(webhook('w1', box.seal('hidden-words', 'webhooks/w1')));
    const opened = await examine();
    assert.deepEqual(opened.verdict('keys'), ['ok'], JSON.stringify(opened.of('keys')));
    const other = { SECRETS_KEY: Buffer.alloc(32, 2).toString('base64') };
    const { code, of, verdict } = await examine(other);
    assert.deepEqual([code, verdict('keys')], [3, ['fail']]);
    assert.match(of('keys')[0]?.finding ?? '', /1 of 1 stored secrets do not open/);
    assert.doesNotMatch(JSON.stringify(of('keys')), /hidden-words/);
    await remove();
  });

  test('lists accounts that became ADMIN by their own sign-up, except the first', async () => {
    const { database, settings, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    const entry = (id: string, actorId: string | null, role: string) => `
      insert into users (id, name, name_folded, email, email_folded, role, created_at, updated_at)
      values ('${id}', '${id}', '${id}', '${id}@example.org', '${id}@example.org', '${role}', 0, 0);
      insert into audit_entries (id, created_at, action, actor_id, address, request_id, subject_kind, subject_id, details)
      values ('e-${id}', 0, 'user.created', ${actorId ? `'${actorId}'` : 'null'}, '192.0.2.7', 'r', 'user', '${id}', '{"role":"${role}"}');`;
    await change(entry('first', 'first', 'ADMIN'));
    await change("insert into instance_facts (name, value) values ('first_account', 'first')");
    await change(entry('made', null, 'ADMIN'));
    await change(entry('plain', 'plain', 'USER'));
    assert.deepEqual((await examine()).verdict('administrators'), ['ok']);
    await change(entry('eve', 'eve', 'ADMIN'));
    const { code, of, verdict } = await examine();
    assert.deepEqual([code, verdict('administrators')], [3, ['fail']]);
    const [{ finding, advice } = { finding: '', advice: '' }] = of('administrators');
    assert.match(finding, /^1 account .*: eve@example\.org \(1970-01-01T00:00:00\.000Z from 192\.0\.2\.7\)$/);
    assert.match(String(advice), /set-role/);
    assert.equal((await docket(['user', 'set-role', 'eve@example.org', 'USER'], settings)).code, 0);
    const mended = await examine();
    assert.deepEqual(mended.verdict('administrators'), ['ok']);
    assert.match(mended.of('administrators')[0]?.finding ?? '', /1 did and administer no longer/);
    await remove();
  });

  test('tells of work that is late and of events from the future', async () => {
    const { database, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    await change(user);
    await change(
      `insert into mails (id, kind, subject_id, user_id, due_at, created_at) values ('m', 'digest', 's', 'u1', 0, 0)`,
    );
    const future = Date.now() + 3_600_000;
    await change(
      `insert into events (id, type, occurred_at, data) values ('e', 'test.happened', ${future}, '{}')`,
    );
    const { code, of, verdict } = await examine();
    assert.equal(code, 0);
    assert.ok(of('queues').some(({ finding }) => /1 mails wait/.test(finding)));
    assert.deepEqual(verdict('clock'), ['warn']);
    await remove();
  });

  test('counts how long the search index and notifications are behind, not the age of the events', async () => {
    const { database, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    await change("insert into events (id, type, occurred_at, data) values ('e', 'test.happened', 0, '{}')");
    assert.deepEqual((await examine()).verdict('queues'), ['ok']);
    await change(`update schema_migrations set applied_at = ${Date.now() - 3 * 3_600_000}`);
    // A transaction of another test on the PostgreSQL server delays when the event settles.
    await eventually(async () =>
      assert.deepEqual(
        (await examine()).of('queues').map(({ finding }) => finding),
        ['1 events wait for their notifications, for 3 h', 'The search index is behind by 1 events, for 3 h'],
      ),
    );
    await remove();
  });

  test('knows whether the mail server answers and accepts the login', async (t) => {
    const { database, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    const server = await startMailServer({ password: 'right' });
    t.after(() => server.close());
    const at = (password: string) => ({ SMTP_URL: `smtp://ada:${password}@127.0.0.1:${server.port}` });
    assert.deepEqual((await examine(at('right'))).verdict('mail'), ['ok']);
    const { code, of } = await examine(at('wrong-words'));
    assert.equal(code, 3);
    assert.match(of('mail')[0]?.finding ?? '', /auth_failed/);
    assert.doesNotMatch(JSON.stringify(of('mail')), /wrong-words/);
    assert.deepEqual((await examine({ SMTP_URL: 'smtp://127.0.0.1:1' })).verdict('mail'), ['fail']);
    assert.equal(server.messages.length, 0);
    await remove();
  });
});

onEveryEngine('docket doctor on files and backups', (engine) => {
  test('tries the bucket of attached files, and says what is wrong with it', async (t) => {
    const s3 = await startS3Server();
    t.after(() => s3.close());
    const { database, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    const bucket = { ...s3.variables, STORAGE_URL: `s3://${s3.bucket}/files` };
    assert.deepEqual((await examine(bucket)).verdict('storage'), ['ok']);
    assert.deepEqual(s3.objects(), []);
    const findingOf = async (settings: Record<string, string>) => {
      const { code, of } = await examine(settings);
      assert.equal(code, 3);
      return of('storage').at(-1)?.finding ?? '';
    };
    assert.match(await findingOf({ ...bucket, STORAGE_URL: 's3://not-there' }), /create the bucket/);
    assert.match(await findingOf({ ...bucket, S3_ACCESS_KEY_ID: 'WRONG' }), /check S3_ACCESS_KEY_ID/);
    await change(user);
    await change(avatar);
    assert.match(await findingOf(bucket), /1 of the 1 newest attached files are not in s3:/);
    await s3.stop();
    assert.match(await findingOf(bucket), /ECONNREFUSED.*check S3_ENDPOINT/);
    await remove();
  });

  test('compares the last backup with its schedule, and tries where it goes', async () => {
    const { database, change, examine, remove } = await newHome(engine);
    await prepareDatabase(database);
    const daily = { BACKUP_EVERY: '24h', BACKUP_TO: newFolder() };
    assert.deepEqual((await examine()).verdict('backups'), ['warn']);
    assert.deepEqual((await examine(daily)).verdict('backups'), ['warn', 'ok']);
    const run = (id: string, hoursAgo: number, state: string) => `
      insert into backup_runs (id, kind, state, started_at, lease_until, finished_at, location, bytes, problem)
      values ('${id}', 'scheduled', '${state}', ${Date.now() - hoursAgo * 3_600_000}, 0, 0, '/a.tar', 5, 'no room')`;
    await change(run('r1', 100, 'done'));
    assert.deepEqual((await examine(daily)).verdict('backups'), ['fail', 'ok']);
    await change(run('r2', 30, 'done'));
    assert.deepEqual((await examine(daily)).verdict('backups'), ['warn', 'ok']);
    await change(run('r3', 20, 'done'));
    assert.deepEqual((await examine(daily)).verdict('backups'), ['ok', 'ok']);
    assert.deepEqual((await examine()).verdict('backups'), ['ok']);
    await change(run('r4', 1, 'failed'));
    assert.match((await examine(daily)).of('backups')[0]?.finding ?? '', /The last attempt failed: no room/);
    const nowhere = await examine({ ...daily, BACKUP_TO: '/proc/nowhere' });
    assert.deepEqual([nowhere.code, nowhere.verdict('backups')], [3, ['warn', 'fail']]);
    await remove();
  });
});

test('doctor tells how a SQLite file is damaged', async () => {
  const { database, examine } = await newHome('sqlite');
  await prepareDatabase(database);
  assert.ok(database.engine === 'sqlite');
  const bytes = readFileSync(database.file);
  bytes.fill(0x5a, 8 * 4_096, 40 * 4_096);
  writeFileSync(database.file, bytes);
  const { code, findings } = await examine();
  assert.equal(code, 3);
  assert.ok(findings.some(({ verdict, finding }) => verdict === 'fail' && /damaged/.test(finding)));
});

test('doctor names the process whose SQLite file was deleted under it', {
  skip: process.platform !== 'linux',
}, async () => {
  const { database, examine } = await newHome('sqlite');
  assert.ok(database.engine === 'sqlite');
  await prepareDatabase(database);
  const open = new DatabaseSync(database.file);
  open.exec('select 1');
  const { ino } = statSync(database.file);
  const copy = `${database.file}.copy`;
  writeFileSync(copy, readFileSync(database.file));
  renameSync(copy, database.file);
  assert.notEqual(statSync(database.file).ino, ino);
  const { code, of } = await examine();
  open.close();
  assert.equal(code, 3);
  assert.match(of('file identity')[0]?.finding ?? '', new RegExp(`Process .*\\b${process.pid}\\b`));
});

test('doctor warns of open permissions and of settings that do not fit together', async () => {
  const { database, folder, examine } = await newHome('sqlite');
  await prepareDatabase(database);
  chmodSync(folder, 0o755);
  const { code, verdict } = await examine({ HOST: '0.0.0.0', BASE_URL: 'https://docket.example.org' });
  assert.equal(code, 0);
  assert.deepEqual(verdict('data folder'), ['warn']);
  assert.deepEqual(verdict('configuration'), ['warn', 'warn']);
});

test('doctor compares the connections of all processes with the limit of the server', {
  skip: !process.env.TEST_DATABASE_URL,
}, async () => {
  const { examine, remove } = await newHome('postgres');
  assert.deepEqual((await examine()).verdict('pool limits'), ['ok']);
  assert.deepEqual((await examine({}, ['--processes', '1000'])).verdict('pool limits'), ['warn']);
  await remove();
});

test('a database that does not answer is a failure, and the other checks still run', async () => {
  const { examine } = await newHome('sqlite');
  const { code, verdict } = await examine({
    DATABASE_URL: 'postgres://docket:secret-words@127.0.0.1:1/docket',
  });
  assert.equal(code, 3);
  assert.deepEqual(verdict('database'), ['fail']);
  assert.deepEqual(verdict('mail'), ['ok']);
});

test('upgrade-check --rehearse migrates a copy and leaves the database as it was', async () => {
  const { database, folder, settings, change } = await newHome('sqlite');
  const migrations = readMigrations('sqlite');
  await change(
    'create table schema_migrations (version integer primary key, name text not null, applied_at bigint not null)',
  );
  await change('pragma application_id = 0x444f434b');
  for (const { version, name, sql } of migrations.slice(0, -2))
    await change(`${sql}; insert into schema_migrations values (${version}, '${name}', 0)`);
  assert.ok(database.engine === 'sqlite');
  const before = readFileSync(database.file);
  const { code, stdout } = await docket(['upgrade-check', '--rehearse', '--json'], settings);
  const plan = JSON.parse(stdout);
  assert.deepEqual([code, plan.pending.length], [0, 2]);
  assert.ok(plan.rehearsedSeconds > 0);
  assert.ok(before.equals(readFileSync(database.file)));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('rehearsal')),
    [],
  );
});
