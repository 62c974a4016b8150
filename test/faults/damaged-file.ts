import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { docket } from '../cli/docket.ts';

const pageBytes = 4_096;

export interface SeededFile {
  file: string;
  apiKey: string;
  /** Ids of tickets. */
  tickets: string[];
  pages: Record<PageClass, number[]>;
}

export const pageClasses = ['header', 'schema', 'interior', 'table leaf', 'index leaf', 'free list'] as const;
export type PageClass = (typeof pageClasses)[number];

/** A database of tickets, with free pages and `fillerMb` more. */
export async function seedFile(folder: string, tickets: number, fillerMb = 0): Promise<SeededFile> {
  const { stdout } = await docket(['seed', '--tickets', String(tickets), '--json'], { DATA_DIR: folder });
  const { apiKey, tickets: samples } = JSON.parse(stdout) as { apiKey: string; tickets: { id: string }[] };
  const file = path.join(folder, 'docket.db');
  const connection = new DatabaseSync(file);
  connection.exec('create table dropped (bytes blob); create table filler (bytes blob)');
  connection.exec('insert into dropped values (zeroblob(100000)); drop table dropped');
  for (let mb = 0; mb < fillerMb; mb++) connection.exec('insert into filler values (zeroblob(1000000))');
  connection.exec('pragma wal_checkpoint(truncate)');
  const firstFreePage = readFileSync(file).readUInt32BE(32);
  const pages = listPages(connection, firstFreePage);
  connection.close();
  return { file, apiKey, tickets: samples.map(({ id }) => id), pages };
}

/** Page numbers from 1 on, by what the page holds. */
function listPages(connection: DatabaseSync, firstFreePage: number): Record<PageClass, number[]> {
  const list = (condition: string) =>
    connection
      .prepare(`
        select pageno from dbstat left join sqlite_schema s using (name)
        where name <> 'filler' and pageno > 1 and ${condition} order by pageno`)
      .all()
      .map(({ pageno }) => Number(pageno));
  const isSchema = "dbstat.name = 'sqlite_schema'";
  return {
    header: [1],
    schema: list(isSchema),
    interior: list(`not ${isSchema} and pagetype = 'internal'`),
    // Nobody reads the page of an empty table.
    'table leaf': list(`not ${isSchema} and pagetype = 'leaf' and ncell > 0 and s.type = 'table'`),
    'index leaf': list(`pagetype = 'leaf' and ncell > 0 and s.type = 'index'`),
    // The first page of the list names the others, whose contents mean nothing.
    'free list': [firstFreePage],
  };
}

/** Overwrites up to so many of the pages with random bytes, or with zeros. */
export function damagePages(file: string, pages: number[], count: number, random: () => number): void {
  const descriptor = openSync(file, 'r+');
  const byte = random() < 0.3 ? () => 0 : () => Math.floor(random() * 256);
  for (let damaged = 0; damaged < count; damaged++) {
    const page = pages[Math.floor(random() * pages.length)] as number;
    const bytes = Buffer.from(Array.from({ length: pageBytes }, byte));
    writeSync(descriptor, bytes, 0, pageBytes, (page - 1) * pageBytes);
  }
  closeSync(descriptor);
}

/** The same numbers for the same seed. */
export function newRandom(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
