import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { importLimits } from '../import-limits.ts';
import { type ArchiveMember, cleanPath, type ReadableFile } from './archive-member.ts';
import { unpackStream } from './unpack-stream.ts';

const localHeaderBytes = 30;
const directoryBytesMax = 128 * 1024 * 1024;
const readAheadBytes = 256 * 1024;
const stored = 0;
const deflated = 8;

/**
 * Yields the regular files of a zip archive (APPNOTE 6.3.10), found by the directory at its end, in the order of their
 * bytes. Folders, links, encrypted files and methods other than "stored" and "deflated" are left out. Files that share
 * bytes are refused: a few megabytes could unpack to petabytes. `refuse` makes the error for a damaged archive.
 */
export async function* readZip(
  file: ReadableFile,
  refuse: (problem: string) => Error,
): AsyncGenerator<ArchiveMember> {
  const reader = new ZipReader(file);
  const zip = await reader.check(
    fromRandomAccessReaderPromise(reader, file.bytes, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: false,
    }),
    () => refuse('it is cut off'),
  );
  if (zip.entryCount > importLimits.archiveMembersMax)
    throw refuse(`it has more than ${importLimits.archiveMembersMax} files`);
  const entries = await reader.check(listFiles(zip), () => refuse('its directory is damaged'));
  assertApart(entries, file.bytes, refuse);
  for (const entry of entries) {
    const path = entryPath(entry) as string;
    const damaged = () => refuse(`${path} in it is damaged`);
    yield { path, bytes: entry.uncompressedSize, content: () => readEntry(zip, reader, entry, damaged) };
  }
}

async function listFiles(zip: ZipFile): Promise<Entry[]> {
  const files: Entry[] = [];
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (bytes > directoryBytesMax) throw new Error('The directory is too large');
    if (isRegularFile(entry)) files.push(entry);
  }
  return files.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
}

/** Decodes names as UTF-8, also if the archive does not declare it. */
const entryPath = ({ fileNameRaw }: Entry) => cleanPath(fileNameRaw.toString('utf8'));

function isRegularFile(entry: Entry): boolean {
  const isFolder = /[/\\]$/.test(entry.fileNameRaw.toString('utf8'));
  const isKnown = entry.compressionMethod === stored || entry.compressionMethod === deflated;
  // A Unix program states here whether the entry is a regular file or, for example, a link.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  const isSpecial = entry.versionMadeBy >> 8 === 3 && kind !== 0 && kind !== 0o100000;
  return entryPath(entry) !== undefined && !isFolder && !entry.isEncrypted() && isKnown && !isSpecial;
}

function assertApart(entries: Entry[], bytes: number, refuse: (problem: string) => Error): void {
  for (const [index, { relativeOffsetOfLocalHeader, compressedSize }] of entries.entries()) {
    const end = entries[index + 1]?.relativeOffsetOfLocalHeader ?? bytes;
    if (relativeOffsetOfLocalHeader + localHeaderBytes + compressedSize > end)
      throw refuse('files in it overlap');
  }
}

async function* readEntry(
  zip: ZipFile,
  reader: ZipReader,
  entry: Entry,
  damaged: () => Error,
): AsyncGenerator<Uint8Array> {
  const packed = await reader.check(zip.openReadStreamPromise(entry, { decodeFileData: false }), damaged);
  const content =
    entry.compressionMethod === stored ? packed : unpackStream(packed, createInflateRaw(), damaged);
  let read = 0;
  let sum = 0;
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    // A stated size that is too small would pass the limits, which are checked by the stated size.
    if (read > entry.uncompressedSize) throw damaged();
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (read !== entry.uncompressedSize || sum !== entry.crc32) throw damaged();
}

/** Reads ahead: yauzl reads each header on its own, and opening the file for each would take most of the time. */
class ZipReader extends RandomAccessReader {
  readonly #file: ReadableFile;
  #ahead: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #failure: unknown;

  constructor(file: ReadableFile) {
    super();
    this.#file = file;
  }

  /** Replaces errors of yauzl but not those of the storage. */
  async check<T>(result: Promise<T>, problem: () => Error): Promise<T> {
    return result.catch(() => {
      throw this.#failure ?? problem();
    });
  }

  override read(...[buffer, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    this.#readAhead(position, length).then(
      (bytes) => done(bytes.copy(buffer, offset) < length ? new Error('The file is too short') : null),
      (error) => {
        this.#failure = error;
        done(error);
      },
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const ahead = this.#findAhead(start, end);
    return Readable.from(ahead ? [ahead] : this.#file.open({ start, end: end - 1 }));
  }

  #findAhead(start: number, end: number): Buffer | undefined {
    const from = start - this.#ahead.start;
    const to = end - this.#ahead.start;
    return from >= 0 && to <= this.#ahead.bytes.length ? this.#ahead.bytes.subarray(from, to) : undefined;
  }

  async #readAhead(start: number, length: number): Promise<Buffer> {
    const end = Math.min(start + Math.max(length, readAheadBytes), this.#file.bytes);
    if (!this.#findAhead(start, start + length) && start < end) {
      const bytes = Buffer.concat(await Array.fromAsync(this.#file.open({ start, end: end - 1 })));
      this.#ahead = { start, bytes };
    }
    return this.#findAhead(start, Math.min(start + length, end)) ?? Buffer.alloc(0);
  }
}
