import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { clientConfig, directServer, newClient, type PostgresServer } from './client.ts';
import { translatingErrors } from './errors.ts';
import { backendPid } from './pg-internals.ts';

/** Finds out whether the URL leads to a server or to a pooler. */
export async function inspectServer(url: string): Promise<PostgresServer> {
  const client = newClient(clientConfig({ ...directServer(url), isPooled: true }));
  client.on('error', () => {});
  try {
    return await translatingErrors(async () => {
      await client.connect();
      const isPooled = await hasOtherSession(client);
      return { url, isPooled, hasNamedStatements: !isPooled || (await followsNames(client)) };
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** True behind a pooler, which gives its clients process ids of its own. */
export async function hasOtherSession(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid !== backendPid(client);
}

/** PgBouncer refuses session settings unless its configuration ignores them. */
export const isPoolersRefusal = (error: Error) =>
  /unsupported startup parameter/.test((error.cause as Error | undefined)?.message ?? error.message);

/** True if the pooler tracks named statements: it then renames them in the sessions of the server. */
async function followsNames(client: pg.Client): Promise<boolean> {
  const name = `docket_probe_${randomUUID()}`;
  await client.query('begin');
  await client.query({ name, text: 'select 1' });
  const { rows } = await client.query('select 1 from pg_prepared_statements where name = $1', [name]);
  if (rows.length > 0) await client.query(`deallocate "${name}"`);
  await client.query('commit');
  return rows.length === 0;
}
