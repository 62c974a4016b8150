import type pg from 'pg';
import { DatabaseRefused } from '../database.ts';
import { connectForTransfer } from './postgres-connection.ts';
import { quote } from './table-schema.ts';

const mark = 'Scratch database of docket upgrade-check --rehearse';
const permissionDenied = '42501';
const objectInUse = '55006';

/**
 * The name follows from that of the configured database, so that a rehearsal finds what a killed one has left. Only a
 * database with the mark is dropped: another one of that name is not Docket's.
 */
export async function createScratchPostgres(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const client = await connectForTransfer(url);
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = `${rows[0]?.name.slice(0, 50)}_rehearsal`;
    await dropMarked(client, name);
    await client.query(`create database ${quote(name)}`);
    await client.query(`comment on database ${quote(name)} is '${mark}'`);
    return { url: withDatabase(url, name), drop: () => dropScratch(url, name) };
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end();
  }
}

async function dropMarked(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
    [name],
  );
  if (!rows[0]) return;
  if (rows[0].comment !== mark)
    throw new DatabaseRefused(
      `The server has a database ${name} that no rehearsal made. Rename or drop it, then rehearse again.`,
    );
  await client.query(`drop database ${quote(name)}`);
}

async function dropScratch(url: string, name: string): Promise<void> {
  const client = await connectForTransfer(url);
  try {
    await client.query(`drop database if exists ${quote(name)}`);
  } finally {
    await client.end();
  }
}

function explain(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (code === permissionDenied)
    return new DatabaseRefused(
      'The role in DATABASE_URL may not create the scratch database of the rehearsal. Give it the right with ' +
        '"alter role … createdb", or rehearse with a DATABASE_URL of a server where it may.',
    );
  if (code === objectInUse)
    return new DatabaseRefused('Another rehearsal of this database runs. Wait for its end.');
  return error;
}

/** Not by `URL`, which cannot read several hosts. */
const withDatabase = (url: string, name: string) =>
  url.replace(
    /^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/,
    (_, server: string) => `${server}/${encodeURIComponent(name)}`,
  );
