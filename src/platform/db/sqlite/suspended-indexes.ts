import type { DatabaseSync } from 'node:sqlite';
import { connect } from './engine.ts';
import { startTimeoutMs } from './file.ts';

interface Index {
  name: string;
  definition: string;
}

/** Exists only while indexes are missing. Every start builds the indexes it lists, also after a load that was killed. */
const ledger = 'suspended_indexes';

/**
 * Runs a bulk load into nearly empty tables without their indexes, then builds the indexes from the loaded rows.
 * Sorting a million keys once takes a tenth of the time of a million inserts at random places of an index. Primary keys
 * and unique indexes stay. Until the end, queries of other processes scan these tables.
 */
export async function loadWithoutIndexes<T>(
  address: { engine: 'sqlite'; file: string } | { engine: 'postgres' },
  tables: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  if (address.engine !== 'sqlite' || tables.length === 0) return load();
  const connection = connect(address.file, 'write');
  try {
    connection.exec(`pragma busy_timeout = ${startTimeoutMs}`);
    suspendIndexes(connection, tables);
    return await load();
  } finally {
    restoreIndexes(connection);
    connection.close();
  }
}

/** Drops the indexes of the tables and stores their definitions, in one transaction. */
function suspendIndexes(connection: DatabaseSync, tables: readonly string[]): void {
  connection.exec('begin immediate');
  try {
    connection.exec(`create table if not exists ${ledger} (name text primary key, definition text not null)`);
    const keep = connection.prepare(`insert into ${ledger} (name, definition) values (?, ?)`);
    for (const table of tables) {
      for (const { name, definition } of listIndexes(connection, table)) {
        keep.run(name, definition);
        connection.exec(`drop index ${name}`);
      }
    }
    connection.exec('commit');
  } catch (error) {
    connection.exec('rollback');
    throw error;
  }
}

/** A table with more rows keeps its indexes: its readers need them, and building them again takes longer. */
const rowsMax = 1_000;

function listIndexes(connection: DatabaseSync, table: string): Index[] {
  if (connection.prepare(`select 1 from ${table} limit 1 offset ${rowsMax}`).get()) return [];
  return connection
    .prepare(
      `select name, sql as definition from sqlite_schema
       where type = 'index' and tbl_name = ? and sql is not null and sql not like 'create unique %'`,
    )
    .all(table) as unknown as Index[];
}

/** Builds the missing indexes, each in its own transaction, so that the write-ahead log has at most one of them. */
export function restoreIndexes(connection: DatabaseSync): void {
  const isKnown = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  if (!isKnown.get(ledger)) return;
  // The memory for sorting, and a second thread. What does not fit is sorted in a temporary file.
  connection.exec('pragma temp_store = file; pragma cache_size = -128000; pragma threads = 1');
  const missing = connection.prepare(`select name, definition from ${ledger} order by rowid`);
  for (const { name, definition } of missing.all() as unknown as Index[]) {
    connection.exec(`begin immediate; ${definition}; delete from ${ledger} where name = '${name}'; commit`);
    connection.exec('pragma wal_checkpoint(truncate)');
  }
  connection.exec(`drop table ${ledger}`);
}
