import type { Column, DatabaseSource, SourceTable } from '../platform/db/index.ts';
import { compress } from '../platform/tar/index.ts';
import { newRowEncoder } from './archive-format.ts';
import { type ArchiveKind, archiveKinds, peopleKind, selectRows } from './archive-kind-store.ts';

/** Compressed rows of one kind, and the files that they refer to. */
export interface RowsPart {
  kind: string;
  packed: Uint8Array;
  rows: number;
  files: ArchivedFile[];
}

export interface ArchivedFile {
  key: string;
  bytes: number;
  sha256: string;
}

// An export has one part in memory, raw and compressed. An import has one too, and the files of a part before its rows.
const partBytes = 2 * 1024 * 1024;
const filesPerPart = 100;

/** Yields all rows of an instance or a project. Every kind has at least one part, which tells empty from missing. */
export async function* readParts(
  source: DatabaseSource,
  projectId: string | undefined,
): AsyncGenerator<RowsPart> {
  const kinds = archiveKinds.filter(({ isInstanceOnly }) => projectId === undefined || !isInstanceOnly);
  for (const kind of [peopleKind, ...kinds]) {
    const table = source.tables.find(({ name }) => name === kind.table);
    if (!table) throw new Error(`The database has no table ${kind.table}`);
    yield* readKind(source, kind, table, projectId);
  }
}

export const archivedColumns = (
  { columns, without = {} }: ArchiveKind,
  table: { columns: readonly Column[] },
) => table.columns.filter(({ name }) => (columns ? columns.includes(name) : !(name in without)));

async function* readKind(
  source: DatabaseSource,
  kind: ArchiveKind,
  table: SourceTable,
  projectId: string | undefined,
): AsyncGenerator<RowsPart> {
  const columns = archivedColumns(kind, table);
  const names = columns.map(({ name }) => name);
  const encode = newRowEncoder(kind, columns);
  const place = {
    key: names.indexOf('file_key'),
    bytes: names.indexOf('size'),
    sha256: names.indexOf('sha256'),
  };
  let lines: string[] = [];
  let files: ArchivedFile[] = [];
  let length = 0;
  const take = async (): Promise<RowsPart> => {
    const taken = { kind: kind.name, rows: lines.length, files };
    const raw = lines.join('');
    lines = [];
    files = [];
    length = 0;
    return { ...taken, packed: await compress(raw) };
  };
  for await (const batch of source.readSelect(columns, selectRows(kind, names, projectId))) {
    for (const row of batch) {
      const line = encode(row);
      lines.push(line);
      length += line.length;
      if (place.key >= 0) {
        const [key, bytes, sha256] = [row[place.key], row[place.bytes], row[place.sha256]];
        files.push({ key: key as string, bytes: bytes as number, sha256: sha256 as string });
      }
      if (length >= partBytes || files.length >= filesPerPart) yield await take();
    }
  }
  yield await take();
}
