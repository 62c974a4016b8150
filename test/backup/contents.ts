import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type DatabaseAddress, openDatabaseSource } from '../../src/platform/db/index.ts';
import type { Storage } from '../../src/platform/storage/index.ts';

/**
 * Every row of every table as text, sorted, so that two databases can be compared whatever their engine. Where PostgreSQL
 * wrote events of overlapping transactions, SQLite has other numbers for them.
 */
export async function readContents(
  address: DatabaseAddress,
  { withEventNumbers = true } = {},
): Promise<Record<string, string[]>> {
  const source = await openDatabaseSource(address);
  try {
    const contents: Record<string, string[]> = {};
    for (const table of source.tables) {
      // SQLite has no transaction numbers; in cursors the number of the event stands in for them.
      const columns = table.columns.filter(
        ({ name }) => name !== 'xid' && (withEventNumbers || name !== 'seq'),
      );
      if (columns.length === 0) continue;
      const rows: string[] = [];
      for await (const batch of source.readRows({ name: table.name, columns })) {
        for (const row of batch) rows.push(row.map(describe).join('|'));
      }
      contents[table.name] = rows.sort();
    }
    return contents;
  } finally {
    await source.close();
  }
}

const describe = (cell: unknown) =>
  cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : `${typeof cell} ${String(cell)}`;

export async function readFiles(storage: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { key } of storage.list()) {
    const content = await buffer((await storage.open(key)) as never);
    files[key] = createHash('sha256').update(content).digest('hex');
  }
  return files;
}
