import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { EngineName } from '../../test/support/engines.ts';
import { draw, type LoadPeer, newText, type Program } from './peer.ts';
import type { SharedData } from './shared-data.ts';
import { startProgram } from './start-program.ts';

const version = '12.4.0';

/**
 * Directus comes from npm, once: the folder is kept for the next run. No install script runs, so nothing is compiled or
 * downloaded from elsewhere: argon2 brings its program, and isolated-vm, which runs scripts of flows and extensions, is
 * replaced by an empty package. SQLite needs its driver compiled.
 */
export function installDirectus(folder: string, engine: EngineName): void {
  const program = path.join(folder, `directus-${version}`);
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: program,
      // What npm says does not belong into the output of --json.
      stdio: ['ignore', 2, 'inherit'],
      // Headers of this Node, so that they are not downloaded.
      env: { ...process.env, npm_config_nodedir: path.resolve(process.execPath, '../..') },
    });
  const installed = path.join(program, 'installed');
  if (!existsSync(installed)) {
    process.stderr.write(`Installing Directus ${version} …\n`);
    const empty = path.join(program, 'no-isolated-vm');
    mkdirSync(empty, { recursive: true });
    writeFileSync(path.join(empty, 'package.json'), '{"name": "isolated-vm", "version": "0.0.0"}');
    writeFileSync(path.join(empty, 'index.js'), 'module.exports = {};');
    writeFileSync(
      path.join(program, 'package.json'),
      JSON.stringify({
        private: true,
        dependencies: { directus: version },
        overrides: { 'isolated-vm': `file:${empty}` },
      }),
    );
    npm('install', '--ignore-scripts');
    writeFileSync(installed, '');
  }
  const driver = path.join(program, 'node_modules/sqlite3');
  if (engine === 'sqlite' && !existsSync(path.join(driver, 'build/Release/node_sqlite3.node'))) {
    process.stderr.write('Compiling the SQLite driver of Directus …\n');
    npm('rebuild', 'sqlite3', '--build-from-source');
  }
}

/** Directus stores records of any kind; here it gets tables of people, projects, tickets and comments, with indexes. */
export const loadDirectus: LoadPeer = async (installed, { engine, folder, databaseUrl }, data) => {
  const cwd = path.join(installed, `directus-${version}`);
  const token = randomBytes(24).toString('hex');
  const file = path.join(folder, 'directus.db');
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SECRET: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: path.join(folder, 'uploads'),
    EXTENSIONS_PATH: path.join(folder, 'extensions'),
    ...(engine === 'postgres'
      ? { DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl }
      : { DB_CLIENT: 'sqlite3', DB_FILENAME: file }),
  };
  const node = (...args: string[]): Program => ({ command: process.execPath, args, cwd, env });
  const cli = path.join(cwd, 'node_modules/directus/cli.js');
  execFileSync(process.execPath, [cli, 'bootstrap'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const startWith = (more: Record<string, string>) => (port: number) => {
    const { env: common, ...program } = node(cli, 'start');
    return { ...program, env: { ...common, ...more, PORT: String(port) } };
  };
  const server = startWith({});
  const headers = { authorization: `Bearer ${token}` };

  // On a busy machine Directus would refuse to make its tables: its loop is late while it starts.
  const patient = startWith({ PRESSURE_LIMITER_ENABLED: 'false' });
  const loading = await startProgram(patient, { method: 'GET', path: '/server/ping' }, headers);
  const post = async (address: string, body: object) => {
    const response = await fetch(`${loading.origin}${address}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Directus answered ${response.status}: ${await response.text()}`);
  };
  for (const [collection, fields] of Object.entries(tables)) {
    await post('/collections', { collection, schema: {}, meta: {}, fields: [key, ...fields] });
  }
  const comments = { field: 'comments', type: 'alias', schema: null, meta: { special: ['o2m'] } };
  await post('/fields/tickets', comments);
  for (const relation of relations) await post('/relations', relation);
  await loading.stop();
  if (databaseUrl) await insertIntoPostgres(databaseUrl, rowsOf(data));
  else insertIntoSqlite(file, rowsOf(data));

  const get = (address: string) => ({ method: 'GET', path: address }) as const;
  const fields = 'fields=*,project.key,project.name,assignee.name,reporter.name';
  const page = `${fields}&sort=-updated_at,-id&limit=20&meta=filter_count`;
  const readableProjects = data.projects.flatMap(({ key }, index) =>
    data.projectKeys.includes(key) ? [index + 1] : [],
  );
  return {
    name: 'Directus',
    version: JSON.parse(readFileSync(path.join(cwd, 'node_modules/directus/package.json'), 'utf8')).version,
    server,
    headers,
    requests: {
      ticket: () => get(`/items/tickets/${draw(data.readable)}?${fields},comments.*,comments.author.name`),
      list: () => get(`/items/tickets?${page}`),
      filteredList: () =>
        get(`/items/tickets?filter[project][_eq]=${draw(readableProjects)}&filter[status][_eq]=todo&${page}`),
      search: () => get(`/items/tickets?search=${draw(data.words)}&${page}`),
      create: () => {
        const now = new Date().toISOString();
        return {
          method: 'POST',
          path: `/items/tickets?${fields}`,
          body: {
            title: newText.title(),
            description: newText.description,
            type: 'TASK',
            status: 'backlog',
            priority: 'medium',
            project: draw(readableProjects),
            reporter: data.reader,
            created_at: now,
            updated_at: now,
          },
        };
      },
    },
  };
};

function rowsOf({ people, projects, tickets }: SharedData): Record<keyof typeof tables, object[]> {
  const withIds = (rows: object[]) => rows.map((row, index) => ({ id: index + 1, ...row }));
  return {
    people: withIds(people),
    projects: withIds(projects.map(({ key, name }) => ({ key, name }))),
    tickets: withIds(
      tickets.map(({ comments: _, createdAt, updatedAt, ...ticket }) => ({
        ...ticket,
        created_at: createdAt,
        updated_at: updatedAt,
      })),
    ),
    comments: withIds(
      tickets.flatMap(({ comments }, index) =>
        comments.map(({ createdAt, ...comment }) => ({
          ...comment,
          ticket: index + 1,
          created_at: createdAt,
        })),
      ),
    ),
  };
}

/** Into the tables that Directus made. */
async function insertIntoPostgres(url: string, rows: Record<string, object[]>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [table, values] of Object.entries(rows)) {
    // Times are milliseconds, which the SQLite of Directus keeps.
    const json = JSON.stringify(values, (name, value) =>
      name.endsWith('_at') ? new Date(value).toISOString() : value,
    );
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      json,
    ]);
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
  }
  await client.query('vacuum (analyze)');
  await client.end();
}

function insertIntoSqlite(file: string, rows: Record<string, object[]>): void {
  const database = new DatabaseSync(file);
  database.exec('begin');
  for (const [table, values] of Object.entries(rows)) {
    const columns = Object.keys(values[0] ?? {});
    const insert = database.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of values) insert.run(...Object.values(row));
  }
  database.exec('commit; analyze');
  database.close();
}

const key = {
  field: 'id',
  type: 'integer',
  schema: { is_primary_key: true, has_auto_increment: true },
  meta: {},
};
const column = (field: string, type: 'string' | 'text' | 'integer' | 'timestamp', isIndexed = false) => ({
  field,
  type,
  schema: { is_indexed: isIndexed },
  meta: {},
});
const tables = {
  people: [column('name', 'string'), column('email', 'string')],
  projects: [column('key', 'string'), column('name', 'string')],
  tickets: [
    ...[column('title', 'string'), column('description', 'text'), column('type', 'string')],
    ...[column('status', 'string', true), column('priority', 'string')],
    ...[column('project', 'integer', true), column('reporter', 'integer'), column('assignee', 'integer')],
    ...[column('created_at', 'timestamp'), column('updated_at', 'timestamp', true)],
  ],
  comments: [
    ...[column('ticket', 'integer', true), column('author', 'integer')],
    ...[column('content', 'text'), column('created_at', 'timestamp')],
  ],
};
const relation = (collection: string, field: string, related: string, oneField: string | null = null) => ({
  collection,
  field,
  related_collection: related,
  meta: { one_field: oneField },
});
const relations = [
  relation('tickets', 'project', 'projects'),
  relation('tickets', 'reporter', 'people'),
  relation('tickets', 'assignee', 'people'),
  relation('comments', 'ticket', 'tickets', 'comments'),
  relation('comments', 'author', 'people'),
];
