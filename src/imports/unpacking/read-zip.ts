import { crc32, createInflateRaw } from 'node:zlib';
import { importLimits } from '../import-limits.ts';
import { type ArchiveMember, cleanPath, type ReadableFile } from './archive-member.ts';
import { unpackStream } from './unpack-stream.ts';

/** What the directory at the end of a zip file says about a file in it. */
interface Entry {
  path: string;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Where its local header begins, and before which byte the next file or the directory does. */
  offset: number;
  end: number;
}

const endBytes = 22;
const endSearchBytes = endBytes + 0xffff;
const locatorBytes = 20;
const largeEndBytes = 56;
const entryBytes = 46;
const localBytes = 30;
const directoryBytesMax = 128 * 1024 * 1024;
const stored = 0;
const deflated = 8;

/**
 * The regular files of a zip archive (APPNOTE 6.3.10), found by the directory at its end, in the order of their bytes. Folders,
 * links, encrypted files and methods other than "stored" and "deflated" are left out. Files that share bytes are refused: a few
 * megabytes could unpack to petabytes. `refuse` makes the error for a damaged archive.
 */
export async function* readZip(
  file: ReadableFile,
  refuse: (problem: string) => Error,
): AsyncGenerator<ArchiveMember> {
  const entries = await readDirectory(file, refuse);
  assertApart(entries, refuse);
  for (const entry of entries)
    yield { path: entry.path, bytes: entry.bytes, content: () => readEntry(file, entry, refuse) };
}

async function readDirectory(file: ReadableFile, refuse: (problem: string) => Error) {
  const { count, bytes, offset } = await findDirectory(file, refuse);
  if (count > importLimits.archiveMembersMax)
    throw refuse(`it has more than ${importLimits.archiveMembersMax} files`);
  if (bytes > directoryBytesMax || offset + bytes > file.bytes) throw refuse('its directory is damaged');
  const directory = await readRange(file, offset, bytes, refuse);
  const entries: Omit<Entry, 'end'>[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw refuse('its directory is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    ) as [number, number, number];
    const end = at + entryBytes + nameLength + extraLength + commentLength;
    if (end > directory.length) throw refuse('its directory is damaged');
    const entry = parseEntry(directory.subarray(at, end), nameLength, extraLength, refuse);
    if (entry) entries.push(entry);
    at = end;
  }
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset);
  return inOrder.map((entry, index): Entry => ({ ...entry, end: inOrder[index + 1]?.offset ?? offset }));
}

/** Where the directory is. Archives of more than 65,535 files or 4 GiB have a second, larger end record. */
async function findDirectory(file: ReadableFile, refuse: (problem: string) => Error) {
  const tailStart = Math.max(0, file.bytes - endSearchBytes);
  const tail = await readRange(file, tailStart, file.bytes - tailStart, refuse);
  let at = tail.length - endBytes;
  const isEnd = () =>
    tail.readUInt32LE(at) === 0x06054b50 && at + endBytes + tail.readUInt16LE(at + 20) === tail.length;
  while (at >= 0 && !isEnd()) at--;
  if (at < 0) throw refuse('it is cut off');
  const [count, bytes, offset] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  const isLarge = count === 0xffff || bytes === 0xffffffff || offset === 0xffffffff;
  if (!isLarge) return { count, bytes, offset };
  const locatorAt = at - locatorBytes;
  if (locatorAt < 0 || tail.readUInt32LE(locatorAt) !== 0x07064b50) return { count, bytes, offset };
  const largeEndAt = safeNumber(tail.readBigUInt64LE(locatorAt + 8), refuse);
  const largeEnd = await readRange(file, largeEndAt, largeEndBytes, refuse);
  if (largeEnd.readUInt32LE(0) !== 0x06064b50) throw refuse('its directory is damaged');
  return {
    count: safeNumber(largeEnd.readBigUInt64LE(32), refuse),
    bytes: safeNumber(largeEnd.readBigUInt64LE(40), refuse),
    offset: safeNumber(largeEnd.readBigUInt64LE(48), refuse),
  };
}

function parseEntry(
  record: Buffer,
  nameLength: number,
  extraLength: number,
  refuse: (problem: string) => Error,
): Omit<Entry, 'end'> | undefined {
  const flags = record.readUInt16LE(8);
  const method = record.readUInt16LE(10);
  const name = record.subarray(entryBytes, entryBytes + nameLength).toString('utf8');
  const extra = record.subarray(entryBytes + nameLength, entryBytes + nameLength + extraLength);
  const sizes = {
    bytes: record.readUInt32LE(24),
    packedBytes: record.readUInt32LE(20),
    offset: record.readUInt32LE(42),
  };
  const path = cleanPath(name);
  const isEncrypted = (flags & 1) !== 0;
  const isKnown = method === stored || method === deflated;
  if (path === undefined || /[/\\]$/.test(name) || isEncrypted || !isKnown || isSpecial(record))
    return undefined;
  return { path, method, crc: record.readUInt32LE(16), ...withLargeSizes(sizes, extra, refuse) };
}

/** Whether a program on Unix wrote something other than a regular file, such as a link. */
function isSpecial(record: Buffer): boolean {
  const kind = (record.readUInt32LE(38) >>> 16) & 0o170000;
  return record.readUInt8(5) === 3 && kind !== 0 && kind !== 0o100000;
}

/** Values of 0xffffffff stand in the extra field 1, in this order. */
function withLargeSizes(
  sizes: { bytes: number; packedBytes: number; offset: number },
  extra: Buffer,
  refuse: (problem: string) => Error,
) {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let field = at + 4;
    for (const name of ['bytes', 'packedBytes', 'offset'] as const) {
      if (sizes[name] !== 0xffffffff) continue;
      if (field + 8 > extra.length) throw refuse('its directory is damaged');
      sizes[name] = safeNumber(extra.readBigUInt64LE(field), refuse);
      field += 8;
    }
  }
  return sizes;
}

function assertApart(entries: Entry[], refuse: (problem: string) => Error): void {
  for (const { offset, packedBytes, end } of entries)
    if (offset + localBytes + packedBytes > end) throw refuse('files in it overlap');
}

async function* readEntry(
  file: ReadableFile,
  { path, method, crc, packedBytes, bytes, offset, end }: Entry,
  refuse: (problem: string) => Error,
): AsyncGenerator<Uint8Array> {
  const damaged = () => refuse(`${path} in it is damaged`);
  const packed = readPacked(file, { offset, packedBytes, end }, damaged);
  let read = 0;
  let sum = 0;
  for await (const chunk of method === stored ? packed : unpackStream(packed, createInflateRaw(), damaged)) {
    read += chunk.length;
    // A size that is too small would get past the limits that are checked with it.
    if (read > bytes) throw damaged();
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (read !== bytes || sum !== crc) throw damaged();
}

/** Reads local header and content at once: of thousands of small files, opening each a second time would take most of the time. */
async function* readPacked(
  file: ReadableFile,
  { offset, packedBytes, end }: Pick<Entry, 'offset' | 'packedBytes' | 'end'>,
  damaged: () => Error,
): AsyncGenerator<Uint8Array> {
  if (end > file.bytes) throw damaged();
  const headerMax = localBytes + 2 * 0xffff;
  const last = Math.min(end, offset + headerMax + packedBytes) - 1;
  let head: Buffer = Buffer.alloc(0);
  let skipped: number | undefined;
  let left = packedBytes;
  for await (const chunk of file.open({ start: offset, end: last })) {
    let rest: Uint8Array = chunk;
    if (skipped === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < localBytes) continue;
      if (head.readUInt32LE(0) !== 0x04034b50) throw damaged();
      skipped = localBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
      rest = head;
    }
    const from = Math.min(skipped, rest.length);
    skipped -= from;
    const part = rest.subarray(from, from + left);
    left -= part.length;
    if (part.length > 0) yield part;
    if (left === 0 && skipped === 0) return;
  }
  if (left > 0 || skipped !== 0) throw damaged();
}

async function readRange(
  file: ReadableFile,
  start: number,
  length: number,
  refuse: (problem: string) => Error,
): Promise<Buffer> {
  if (length <= 0 || start < 0 || start + length > file.bytes) throw refuse('it is cut off');
  return Buffer.concat(await Array.fromAsync(file.open({ start, end: start + length - 1 })));
}

function safeNumber(value: bigint, refuse: (problem: string) => Error): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw refuse('its directory is damaged');
  return Number(value);
}
