import type { DatabaseSync } from 'node:sqlite';

/** What SQLite finds wrong with the whole file, or with a table and its indexes; undefined if nothing. */
export function findDamage(connection: DatabaseSync, quotedTable = '1'): string | undefined {
  const [verdict] = Object.values(connection.prepare(`pragma quick_check(${quotedTable})`).get() ?? {});
  return verdict === 'ok' ? undefined : String(verdict);
}
