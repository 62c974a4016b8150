import type { DatabaseSource, SourceTable } from '../platform/db/index.ts';
import { formatSecretKeys, type KeySource } from '../platform/secret-box/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { type ArchiveSink, ArchiveWriter, compress } from '../platform/tar/index.ts';
import { formatName, formatVersion, type IndexedFile, type Manifest, partNames } from './archive/manifest.ts';
import { encodeRow } from './archive/row-codec.ts';

// A part is compressed in one piece, so a backup holds two of them in memory: this one and the one before.
const tablePartBytes = 4 * 1024 * 1024;
const filesPerIndex = 1_000;
const missingFilesNamed = 100;

export interface BackupProgress {
  what: 'rows' | 'files';
  done: number;
  /** On PostgreSQL an estimate. Undefined for files, which are not counted first. */
  total: number | undefined;
}

export interface BackupInput {
  source: DatabaseSource;
  /** Undefined leaves the attached files out. */
  storage: Storage | undefined;
  /** Undefined leaves the encryption keys out. */
  keys: KeySource | undefined;
  docketVersion: string;
  createdAt: number;
  onProgress?: (progress: BackupProgress) => void;
}

export interface BackupSummary {
  location: string;
  bytes: number;
  manifest: Manifest;
  /** Stored files that are missing or differ from what was uploaded. */
  missingFiles: number;
}

/** Writes one archive. If anything fails, the sink keeps nothing of it. */
export async function createBackup(input: BackupInput, sink: ArchiveSink): Promise<BackupSummary> {
  try {
    return await new BackupRun(input, sink).write();
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

class BackupRun {
  readonly #input: BackupInput;
  readonly #sink: ArchiveSink;
  readonly #archive: ArchiveWriter;
  readonly #parts: Manifest['parts'] = [];
  readonly #missing: string[] = [];
  #missingCount = 0;
  #rowsDone = 0;
  #rowsTotal = 0;

  constructor(input: BackupInput, sink: ArchiveSink) {
    this.#input = input;
    this.#sink = sink;
    this.#archive = new ArchiveWriter(sink, input.createdAt);
  }

  async write(): Promise<BackupSummary> {
    const { source, docketVersion, createdAt } = this.#input;
    const header = {
      format: formatName,
      formatVersion,
      docketVersion,
      createdAt: new Date(createdAt).toISOString(),
      engine: source.engine,
      schema: source.schema,
    } as const;
    await this.#add(partNames.header, toJson(header));
    for (const table of source.tables) this.#rowsTotal += await source.countRows(table);
    const tables: Manifest['tables'] = [];
    for (const table of source.tables) tables.push({ ...table, rows: await this.#writeTable(table) });
    const keys = await this.#writeKeys();
    const files = await this.#writeFiles();
    const manifest: Manifest = { ...header, tables, parts: this.#parts, files, keys };
    const { sha256 } = await this.#archive.add(partNames.manifest, toJson(manifest));
    await this.#archive.add(partNames.manifestHash, Buffer.from(`${sha256}  ${partNames.manifest}\n`));
    await this.#archive.finish();
    return {
      location: this.#sink.location,
      bytes: this.#archive.bytes,
      manifest,
      missingFiles: this.#missingCount,
    };
  }

  /** Encodes the next part while the one before it is compressed and written. */
  async #writeTable(table: SourceTable): Promise<number> {
    let rows = 0;
    let number = 0;
    let written: Promise<void> = Promise.resolve();
    for await (const { raw, count } of this.#encode(table)) {
      await written;
      const name = partNames.table(table.name, ++number);
      written = compress(raw).then((content) =>
        this.#add(name, content, { rows: count, rawBytes: raw.length }),
      );
      // Awaited in the next turn. A failure before that must not count as unhandled.
      written.catch(() => {});
      rows += count;
    }
    await written;
    return rows;
  }

  async *#encode(table: SourceTable): AsyncIterable<{ raw: Buffer; count: number }> {
    let lines: string[] = [];
    let length = 0;
    const take = () => {
      const taken = { raw: Buffer.from(lines.join('')), count: lines.length };
      lines = [];
      length = 0;
      return taken;
    };
    for await (const batch of this.#input.source.readRows(table)) {
      for (const row of batch) length += lines[lines.push(encodeRow(row)) - 1]?.length ?? 0;
      this.#rowsDone += batch.length;
      const total = Math.max(this.#rowsDone, this.#rowsTotal);
      this.#input.onProgress?.({ what: 'rows', done: this.#rowsDone, total });
      if (length >= tablePartBytes) yield take();
    }
    if (lines.length > 0) yield take();
  }

  async #writeKeys(): Promise<string[]> {
    const { keys } = this.#input;
    if (!keys?.exists()) return [];
    const known = keys.read();
    await this.#add(partNames.keys, Buffer.from(formatSecretKeys(known)));
    return known.map(({ id }) => id);
  }

  async #writeFiles(): Promise<Manifest['files']> {
    const { source, storage } = this.#input;
    const written = { count: 0, bytes: 0 };
    let listed: IndexedFile[] = [];
    let number = 0;
    const writeIndex = async () => {
      const lines = listed.map((file) => `${JSON.stringify(file)}\n`).join('');
      await this.#add(partNames.fileIndex(++number), await compress(lines), {
        rows: listed.length,
        rawBytes: Buffer.byteLength(lines),
      });
      listed = [];
    };
    for (const table of storage ? tablesWithFiles(source) : []) {
      for await (const batch of source.readRows(table)) {
        for (const [key, bytes, sha256] of batch as [string, number, string][]) {
          const file = await this.#writeFile(storage as Storage, { key, bytes, sha256 });
          if (!file) continue;
          listed.push(file);
          written.count++;
          written.bytes += file.bytes;
          this.#input.onProgress?.({ what: 'files', done: written.count, total: undefined });
          if (listed.length === filesPerIndex) await writeIndex();
        }
      }
    }
    if (listed.length > 0) await writeIndex();
    return { ...written, missing: this.#missing };
  }

  async #writeFile(storage: Storage, stored: IndexedFile): Promise<IndexedFile | undefined> {
    const content = await storage.open(stored.key);
    if (!content) {
      this.#noteMissing(stored.key);
      return undefined;
    }
    const { sha256, isWhole } = await this.#archive.addStream(
      partNames.file(stored.key),
      stored.bytes,
      content,
    );
    if (!isWhole || sha256 !== stored.sha256) this.#noteMissing(stored.key);
    return { key: stored.key, bytes: stored.bytes, sha256 };
  }

  #noteMissing(key: string): void {
    this.#missingCount++;
    if (this.#missing.length < missingFilesNamed) this.#missing.push(key);
  }

  async #add(
    name: string,
    content: Uint8Array,
    lines: { rows?: number; rawBytes?: number } = {},
  ): Promise<void> {
    this.#parts.push({ ...(await this.#archive.add(name, content)), ...lines });
  }
}

const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

const fileColumns = [
  { name: 'file_key', type: 'text' },
  { name: 'size', type: 'integer' },
  { name: 'sha256', type: 'text' },
] as const;

/** Every table that names stored files has these columns, so a new one is not forgotten. */
const tablesWithFiles = ({ tables }: DatabaseSource) =>
  tables
    .filter(({ columns }) =>
      fileColumns.every((wanted) => columns.some((column) => column.name === wanted.name)),
    )
    .map(({ name }) => ({ name, columns: [...fileColumns] }));
