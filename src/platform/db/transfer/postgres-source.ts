import type pg from 'pg';
import { DatabaseRefused } from '../database.ts';
import { translatingErrors } from '../postgres/errors.ts';
import { offsetFact } from '../postgres/restored-cluster.ts';
import type { DatabaseSource, SourceTable } from './database-source.ts';
import { type PostgresTable, readPostgresTables } from './postgres-catalogue.ts';
import { connectForTransfer, withoutTimeouts } from './postgres-connection.ts';
import {
  type Cell,
  type Column,
  exactInteger,
  quote,
  quoteAll,
  type Row,
  type TableSchema,
} from './table-schema.ts';
import { refuseUnfinishedPostgres } from './unfinished-restore.ts';

const batchBytes = 1024 * 1024;
const batchRows = { first: 100, max: 5_000 };

/**
 * Reads all tables in one REPEATABLE READ transaction, in the state of its first statement. It writes nothing, so it
 * has no transaction id and delays neither writers nor the readers of settled events.
 */
export async function openPostgresSource(url: string): Promise<DatabaseSource> {
  const client = await connectForTransfer(url);
  try {
    await client.query(`begin isolation level repeatable read read only; ${withoutTimeouts}`);
    await refuseUnfinishedPostgres(client);
    const schema = await readSchema(client);
    const tables: SourceTable[] = [];
    for (const table of await readPostgresTables(client)) tables.push(await withSequence(client, table));
    return {
      engine: 'postgres',
      schema,
      tables,
      countRows: ({ name }) => estimateRows(client, name),
      readRows: (table) => readRows(client, table),
      readSelect: (columns, text) => readSelect(client, columns, text),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function readSchema(client: pg.Client): Promise<{ step: number; name: string }> {
  const { rows } = await client.query(`select to_regclass('schema_migrations') is not null as known`);
  const [schema] = rows[0]?.known
    ? (
        await client.query<{ step: number; name: string }>(
          'select version as step, name from schema_migrations order by version desc limit 1',
        )
      ).rows
    : [];
  if (!schema)
    throw new DatabaseRefused('DATABASE_URL is not a database of Docket: it has none of its tables.');
  return schema;
}

async function withSequence(
  client: pg.Client,
  { name, columns, identity }: PostgresTable,
): Promise<SourceTable> {
  if (!identity) return { name, columns };
  const { rows } = await client.query<{ last: string }>(
    `select case when is_called then last_value else 0 end as last from ${identity.sequence}`,
  );
  return { name, columns, sequence: { column: identity.column, last: Number(rows[0]?.last) } };
}

/** Estimates the rows for the progress; counting would read every table twice. */
async function estimateRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    'select greatest(reltuples, 0)::bigint as n from pg_class where oid = $1::regclass',
    [quote(table)],
  );
  return Number(rows[0]?.n);
}

function readRows(client: pg.Client, { name, columns }: TableSchema): AsyncIterable<Row[]> {
  const where = name === 'instance_facts' ? `where name <> '${offsetFact}'` : '';
  return readSelect(client, columns, `select ${quoteAll(columns)} from ${quote(name)} ${where}`);
}

async function* readSelect(
  client: pg.Client,
  columns: readonly Column[],
  text: string,
): AsyncIterable<Row[]> {
  await translatingErrors(() => client.query(`declare backup_rows no scroll cursor for ${text}`));
  for (let count = batchRows.first; ; ) {
    const { rows } = await translatingErrors(() =>
      client.query({ text: `fetch forward ${count} from backup_rows`, rowMode: 'array' }),
    );
    if (rows.length === 0) break;
    const batch = (rows as unknown[][]).map((row) => readRow(columns, row));
    yield batch;
    const bytesPerRow = batch.reduce((sum, row) => sum + rowSize(row), 0) / batch.length;
    count = Math.max(1, Math.min(batchRows.max, Math.floor(batchBytes / bytesPerRow)));
  }
  await client.query('close backup_rows');
}

function readRow(columns: readonly Column[], row: unknown[]): Row {
  return row.map((value, index) =>
    typeof value === 'string' && columns[index]?.type === 'integer'
      ? exactInteger(BigInt(value))
      : (value as Cell),
  );
}

const rowSize = (row: Row) =>
  row.reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 0) + 8,
    0,
  );
