import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { quote } from '../transfer/table-schema.ts';
import { findDamage } from './damage.ts';

export type CheckMessage = { checked: string } | { fault: string | undefined };

const [file = '', checkedBefore = '[]'] = process.argv.slice(2);
const checked = new Set<string>(JSON.parse(checkedBefore));
const tell = (message: CheckMessage) => process.send?.(message);

/** Checks table by table: a reader keeps the write-ahead log from being shortened, and a large file takes a minute. */
function findFault(): string | undefined {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = connection.prepare("select name from sqlite_schema where type = 'table'").all();
    for (const name of tables.map((table) => String(table.name))) {
      if (checked.has(name)) continue;
      const damage = findDamage(connection, quote(name));
      if (damage !== undefined) return damage;
      tell({ checked: name });
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    connection.close();
  }
}

setPriority(10);
tell({ fault: findFault() });
process.disconnect?.();
