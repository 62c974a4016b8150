import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { environmentOf, program } from '../../../../test/durability/running-server.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../../../../test/support/engines.ts';
import { openWorld, type World } from '../../../../test/support/world.ts';
import { SignUp } from '../../../auth/auth-schemas.ts';
import { projectRoles, projectStatuses, projectVisibilities } from '../../../projects/project.ts';
import { ProjectInput } from '../../../projects/project-schemas.ts';
import { ticketPriorities, ticketStages, ticketStatuses, ticketTypes } from '../../../tickets/ticket.ts';
import { CommentInput, TicketInput } from '../../../tickets/ticket-schemas.ts';
import { instanceRoles } from '../../../users/user.ts';
import { workspaceKinds, workspaceRoles } from '../../../workspaces/workspace.ts';
import { DatabaseRefused } from '../database.ts';
import { connect } from '../sqlite/engine.ts';
import { dynamicStatement } from '../statements/statement.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { findUndeclaredMigrations, readMigrations } from './migration-files.ts';

onEveryEngine('migrating', (engine) => {
  const known = readMigrations(engine).map(({ version, name }) => ({ version, name }));
  let home: TestDatabase;
  before(async () => {
    home = await newDatabase(engine);
  });
  after(() => home.remove());

  /** Queries the database directly, without migrating it first. */
  async function query(sql: string, { address } = home): Promise<Record<string, unknown>[]> {
    if (address.engine === 'sqlite') {
      const connection = connect(address.file, 'write');
      const rows = connection.prepare(sql).all();
      connection.close();
      return rows.map((row) => ({ ...row }));
    }
    const client = new pg.Client({ connectionString: address.url });
    await client.connect();
    return (await client.query(sql).finally(() => client.end())).rows;
  }
  const steps = () => query('select version, name from schema_migrations order by version');
  const tables = async () =>
    (
      await query(
        engine === 'sqlite'
          ? "select name from sqlite_schema where type = 'table' order by name"
          : "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
      )
    ).map(({ name }) => name);

  test('a failed migration leaves nothing of itself or of the migrations before it', async () => {
    await query('create table comments (mine text)');
    await assert.rejects(migrate(home.address), /comments/);
    assert.deepEqual(await tables(), ['comments']);
    await query('drop table comments');
  });

  test('four processes that start together apply every migration once', async () => {
    const run = promisify(execFile);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        run(process.execPath, [program, 'migrate', '--json'], { env: environmentOf(home.address) }),
      ),
    );
    const applied = answers.map(({ stdout }) => JSON.parse(stdout).applied as unknown[]);
    assert.deepEqual(
      applied.filter((list) => list.length > 0),
      [known],
    );
    assert.deepEqual(await steps(), known);
  });

  test('migrating an up-to-date database changes nothing', async () => {
    assert.deepEqual(await migrate(home.address, () => assert.fail()), []);
    assert.deepEqual(await steps(), known);
  });

  test('the upgrade of an older database is reported before it starts', async () => {
    const older = await newDatabase(engine);
    await query('create table schema_migrations (version integer, name text, applied_at bigint)', older);
    await query(`insert into schema_migrations values (1, '${known[0]?.name}', 0)`, older);
    const reported: object[] = [];
    // The first migration is only recorded, not applied, so the second one fails.
    await assert.rejects(
      migrate(older.address, (versions) => reported.push(versions)),
      /users/,
    );
    assert.deepEqual(reported, [{ from: 1, to: known.length }]);
    await older.remove();
  });

  test('a schema of a newer Docket is refused and left unchanged', async () => {
    const newer = known.length + 1;
    await query(`insert into schema_migrations values (${newer}, 'from-the-future', 0)`);
    const before = await tables();
    await assert.rejects(migrate(home.address), (error) => {
      assert.ok(error instanceof DatabaseRefused);
      assert.match(
        error.message,
        new RegExp(`newer Docket \\(schema ${newer}, this one knows up to ${newer - 1}\\)`),
      );
      return true;
    });
    assert.deepEqual([await tables(), (await steps()).length], [before, newer]);
    await query(`delete from schema_migrations where version = ${newer}`);
  });

  test('a schema with an unknown migration is refused and left unchanged', async () => {
    await query("update schema_migrations set name = 'strange' where version = 2");
    await assert.rejects(migrate(home.address), (error) => {
      assert.ok(error instanceof DatabaseRefused);
      assert.match(error.message, /schema step 2 "strange"/);
      return true;
    });
    assert.equal((await steps())[1]?.name, 'strange');
  });
});

test('every migration exists for both engines under the same name', () => {
  const names = (engine: 'sqlite' | 'postgres') => readMigrations(engine).map(({ name }) => name);
  assert.deepEqual(names('sqlite'), names('postgres'));
  for (const file of readdirSync(new URL('../../../../migrations/', import.meta.url))) {
    if (file === 'checksums.txt') continue;
    assert.match(file, /^\d{4}-[a-z0-9-]+(\.sqlite|\.postgres)?\.sql$/, 'the file would be ignored');
  }
});

test('every migration after 0071 declares whether processes of older versions may go on', () => {
  assert.deepEqual(findUndeclaredMigrations(71), []);
  for (const { version, servesFrom } of readMigrations('sqlite')) assert.ok(servesFrom <= version);
});

test('a newer schema is used if its migrations serve this version', () => {
  const known = [{ version: 1, name: 'one', sql: '', servesFrom: 1 }];
  const applied = ['one', 'two'].map((name, index) => ({ version: index + 1, name }));
  assert.deepEqual(
    pendingMigrations(known, applied, () => ({ newest: 2, servesFrom: 1 })),
    [],
  );
  assert.throws(
    () => pendingMigrations(known, applied, () => ({ newest: 2, servesFrom: 2 })),
    DatabaseRefused,
  );
});

test('migrations are applied in order, and a gap in the applied ones is refused', () => {
  const known = ['one', 'two', 'three'].map((name, index) => ({
    version: index + 1,
    name,
    sql: '',
    servesFrom: index + 1,
  }));
  const names = (applied: number[]) =>
    pendingMigrations(
      known,
      applied.map((version) => ({ version, name: known[version - 1]?.name as string })),
    ).map(({ name }) => name);
  assert.deepEqual(names([]), ['one', 'two', 'three']);
  assert.deepEqual(names([1]), ['two', 'three']);
  assert.deepEqual(names([1, 2, 3]), []);
  assert.throws(() => names([1, 3]), DatabaseRefused);
});

onEveryEngine('the schema and the code', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine);
    const ada = await world.person('Ada');
    const project = (await ada.post('/api/projects', { name: 'Engine' })).body.data;
    const ticket = (await ada.post('/api/tickets', { title: 'A ticket', projectId: project.id })).body.data;
    await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Words' });
  });
  after(() => world.close());

  const set = (table: string, column: string, value: string) =>
    world.db.transaction((tx) =>
      tx.run(dynamicStatement(`update ${table} set ${column} = :value`), { value }),
    );

  const words: [table: string, column: string, words: readonly string[]][] = [
    ['users', 'role', instanceRoles],
    ['workspaces', 'kind', workspaceKinds],
    ['workspace_members', 'role', workspaceRoles],
    ['projects', 'status', projectStatuses],
    ['projects', 'status_before_delete', projectStatuses.filter((status) => status !== 'deleted')],
    ['projects', 'visibility', projectVisibilities],
    ['project_members', 'role', projectRoles],
    ['tickets', 'type', ticketTypes],
    ['tickets', 'status', ticketStatuses],
    ['tickets', 'priority', ticketPriorities],
    ['tickets', 'stage', ticketStages],
  ];
  for (const [table, column, allowed] of words) {
    test(`${table}.${column} accepts exactly the values that the code lists`, async () => {
      for (const word of allowed) assert.equal(await set(table, column, word), 1, word);
      for (const wrong of ['', 'bogus', `${allowed[0]} `, swapCase(allowed[0] as string)]) {
        await assert.rejects(set(table, column, wrong), /check|CHECK/, wrong);
      }
    });
  }

  const lengths: [table: string, column: string, schema: object][] = [
    ['users', 'name', SignUp.properties.name],
    ['users', 'email', SignUp.properties.email],
    ['projects', 'name', ProjectInput.properties.name],
    ['projects', 'description', ProjectInput.properties.description],
    ['projects', 'key', ProjectInput.properties.key],
    ['tickets', 'title', TicketInput.properties.title],
    ['tickets', 'description', TicketInput.properties.description],
    ['comments', 'content', CommentInput.properties.content],
  ];
  for (const [table, column, schema] of lengths) {
    test(`${table}.${column} allows as many characters as the schema of the interface`, async () => {
      const { maxLength, pattern } = schema as { maxLength?: number; pattern?: string };
      const most = maxLength ?? Number(/\{1,(\d+)\}/.exec(pattern ?? '')?.[1]);
      assert.ok(most > 0);
      for (const letter of ['x', '😀']) {
        assert.equal(await set(table, column, letter.repeat(most)), 1);
        await assert.rejects(set(table, column, letter.repeat(most + 1)), /check|CHECK/);
      }
    });
  }

  for (const [column, order] of [
    ['status', ticketStatuses],
    ['priority', ticketPriorities],
  ] as const) {
    test(`the rank of a ${column} is its position in the list of the code`, async () => {
      const rank = dynamicStatement<object, { rank: number }>(`select ${column}_rank as rank from tickets`);
      for (const [index, word] of order.entries()) {
        await set('tickets', column, word);
        assert.equal((await world.db.reads.find(rank, {}))?.rank, index, word);
      }
    });
  }
});

const swapCase = (word: string) => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase());
