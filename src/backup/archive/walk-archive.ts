import { createHash } from 'node:crypto';
import { type ArchivePart, type ArchiveSource, decompress, readArchive } from '../../platform/tar/index.ts';
import { BackupRefused } from './backup-refused.ts';
import {
  formatVersion,
  type Header,
  type IndexedFile,
  type Manifest,
  type PartKind,
  parseHeader,
  parseManifest,
  parsePartName,
} from './manifest.ts';

// Docket writes parts of about 4 MB; a single row may be larger. A longer text is not unpacked.
const rawBytesMax = 128 * 1024 * 1024;
const textBytesMax = 64 * 1024 * 1024;
const filesPerIndexMax = 100_000;

/** What to do with the content of an archive while it is checked. */
export interface ArchiveVisitor {
  header?(header: Header): void;
  /** Lines of rows of one table. */
  rows?(table: string, lines: Buffer): Promise<void>;
  keys?(text: string): Promise<void>;
  /** Must read the whole content. */
  file?(key: string, content: AsyncIterable<Uint8Array>): Promise<unknown>;
}

/**
 * Reads an archive from its beginning to its end and compares every part with the manifest. What the visitor got must
 * not be used before this resolves.
 */
export async function walkArchive(source: ArchiveSource, visitor: ArchiveVisitor = {}): Promise<Manifest> {
  const walk = new ArchiveWalk(source, visitor);
  for await (const part of readArchive(source, (problem) => new BackupRefused(source.location, problem)))
    await walk.visit(part);
  return walk.finish();
}

class ArchiveWalk {
  readonly #source: ArchiveSource;
  readonly #visitor: ArchiveVisitor;
  readonly #seen: Manifest['parts'] = [];
  readonly #files = { count: 0, bytes: 0 };
  /** Files whose index has not come yet. */
  #unlisted: IndexedFile[] = [];
  #manifest: Manifest | undefined;
  #manifestSha256 = '';
  #isComplete = false;

  constructor(source: ArchiveSource, visitor: ArchiveVisitor) {
    this.#source = source;
    this.#visitor = visitor;
  }

  async visit(part: ArchivePart): Promise<void> {
    const parsed = parsePartName(part.name);
    if (!parsed) throw this.#refuse(`it contains ${JSON.stringify(part.name)}, which is no part of a backup`);
    if (this.#isComplete) throw this.#refuse('something follows its end');
    if ((this.#seen.length === 0) !== (parsed.kind === 'header'))
      throw this.#refuse('it is no backup of Docket');
    await this.#take(parsed, part);
  }

  async #take(parsed: PartKind, part: ArchivePart): Promise<void> {
    switch (parsed.kind) {
      case 'header':
        return this.#takeHeader(part);
      case 'table':
        return this.#takeRows(parsed.table, part);
      case 'keys':
        return this.#takeKeys(part);
      case 'file':
        return this.#takeFile(parsed.key, part);
      case 'fileIndex':
        return this.#takeIndex(part);
      case 'manifest':
        this.#manifest = this.#parse(parseManifest, await this.#readText(part), part.name);
        this.#manifestSha256 = part.sha256();
        return;
      case 'manifestHash':
        if (!(await this.#readText(part)).startsWith(`${this.#manifestSha256} `) || !this.#manifest)
          throw this.#refuse('its manifest is damaged');
        this.#isComplete = true;
    }
  }

  async #takeHeader(part: ArchivePart): Promise<void> {
    const header = this.#parse(parseHeader, await this.#readText(part), part.name);
    if (header.formatVersion > formatVersion) {
      throw this.#refuse(
        `it has version ${header.formatVersion} of the format, and this Docket knows up to ${formatVersion}: install Docket ${header.docketVersion} or newer`,
      );
    }
    this.#visitor.header?.(header);
    this.#note(part);
  }

  async #takeRows(table: string, part: ArchivePart): Promise<void> {
    const lines = await this.#unpack(part);
    this.#note(part, lines);
    await this.#visitor.rows?.(table, lines);
  }

  async #takeKeys(part: ArchivePart): Promise<void> {
    const text = await this.#readText(part);
    this.#note(part);
    await this.#visitor.keys?.(text);
  }

  async #takeFile(key: string, part: ArchivePart): Promise<void> {
    if (this.#visitor.file) await this.#visitor.file(key, part.stream());
    else for await (const _ of part.stream());
    this.#unlisted.push({ key, bytes: part.bytes, sha256: part.sha256() });
    if (this.#unlisted.length > filesPerIndexMax) throw this.#refuse('files are not listed in it');
    this.#files.count++;
    this.#files.bytes += part.bytes;
  }

  async #takeIndex(part: ArchivePart): Promise<void> {
    const lines = await this.#unpack(part);
    this.#note(part, lines);
    const expected = this.#unlisted.map((file) => `${JSON.stringify(file)}\n`).join('');
    if (!lines.equals(Buffer.from(expected))) throw this.#refuse(`a file before ${part.name} is damaged`);
    this.#unlisted = [];
  }

  finish(): Manifest {
    const manifest = this.#manifest;
    if (!manifest || !this.#isComplete) throw this.#refuse('it is cut off');
    for (const [index, expected] of manifest.parts.entries()) {
      const seen = this.#seen[index];
      if (JSON.stringify(seen, partKeys) !== JSON.stringify(expected, partKeys))
        throw this.#refuse(`${expected.name} is damaged or missing`);
    }
    if (this.#seen.length !== manifest.parts.length)
      throw this.#refuse('it has parts that its manifest lacks');
    this.#refuseOtherCounts(manifest);
    return manifest;
  }

  #refuseOtherCounts({ tables, files }: Manifest): void {
    const rows = new Map<string, number>();
    for (const part of this.#seen) {
      const parsed = parsePartName(part.name);
      if (parsed?.kind === 'table') rows.set(parsed.table, (rows.get(parsed.table) ?? 0) + (part.rows ?? 0));
    }
    const differing = tables.find((table) => (rows.get(table.name) ?? 0) !== table.rows);
    if (differing)
      throw this.#refuse(`the table ${differing.name} has another number of rows than it should`);
    const isKnown = [...rows.keys()].every((name) => tables.some((table) => table.name === name));
    if (!isKnown) throw this.#refuse('it has a table that its manifest lacks');
    const sameFiles = files.count === this.#files.count && files.bytes === this.#files.bytes;
    if (!sameFiles || this.#unlisted.length > 0)
      throw this.#refuse('it has another number of files than it should');
  }

  async #readText(part: ArchivePart): Promise<string> {
    return (await part.read(textBytesMax)).toString();
  }

  async #unpack(part: ArchivePart): Promise<Buffer> {
    const packed = await part.read(rawBytesMax);
    try {
      return await decompress(packed, rawBytesMax);
    } catch {
      throw this.#refuse(`${part.name} is damaged, or larger than any that Docket writes`);
    }
  }

  #parse<T>(parse: (text: string) => T | undefined, text: string, name: string): T {
    const parsed = parse(text);
    if (parsed === undefined) throw this.#refuse(`${name} is not as Docket writes it`);
    return parsed;
  }

  #note(part: ArchivePart, lines?: Buffer): void {
    const counts = lines && { rows: countLines(lines), rawBytes: lines.length };
    this.#seen.push({ name: part.name, bytes: part.bytes, sha256: part.sha256(), ...counts });
  }

  #refuse(problem: string): BackupRefused {
    return new BackupRefused(this.#source.location, problem);
  }
}

const partKeys = ['name', 'bytes', 'sha256', 'rows', 'rawBytes'];

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) count++;
  return count;
}

/** Identifies an archive in the time between the check and the restore. */
export const fingerprint = (manifest: Manifest) =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
