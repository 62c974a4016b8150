import { setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { findDamage } from './sqlite-damage.ts';
import { quote } from './transfer/table-schema.ts';

const [file = ''] = process.argv.slice(2);

/** Table by table: a reader keeps the write-ahead log from being shortened, and a large file takes a minute. */
function findFault(): string | undefined {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = connection.prepare("select name from sqlite_schema where type = 'table'").all();
    for (const { name } of tables) {
      const damage = findDamage(connection, quote(String(name)));
      if (damage !== undefined) return damage;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    connection.close();
  }
}

setPriority(10);
process.send?.({ fault: findFault() });
process.disconnect?.();
