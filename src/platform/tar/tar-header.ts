/** The header of a file in a tar archive (POSIX ustar). Only regular files occur: no links, folders or devices. */
export interface TarHeader {
  name: string;
  bytes: number;
}

export const blockBytes = 512;
const octalSizeMax = 8 ** 11;
const nameBytesMax = 100;
const prefixBytesMax = 155;

export function writeTarHeader({ name, bytes }: TarHeader, modifiedAtMs: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  const { prefix, rest } = splitName(name);
  block.write(rest, 0, nameBytesMax);
  block.write(prefix, 345, prefixBytesMax);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  writeSize(block, bytes);
  block.write(
    `${Math.floor(modifiedAtMs / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  block.write('0', 156);
  block.write('ustar\u000000', 257, 'latin1');
  block.write(checksumField(block), 148);
  return block;
}

const checksumField = (block: Buffer) => `${checksum(block).toString(8).padStart(6, '0')}\0 `;

/** A name of more than 100 bytes is split at a slash. */
function splitName(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= nameBytesMax) return { prefix: '', rest: name };
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)];
    if (Buffer.byteLength(prefix) > prefixBytesMax) break;
    if (rest !== '' && Buffer.byteLength(rest) <= nameBytesMax) return { prefix, rest };
  }
  throw new Error(`${name} is too long for a file of an archive`);
}

/** Eleven octal digits, or from 8 GB on the binary form that GNU tar reads too. */
function writeSize(block: Buffer, bytes: number): void {
  if (bytes < octalSizeMax) {
    block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
    return;
  }
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(bytes), 128);
}

/** Reads a header as Docket writes it. Returns undefined for a block of zeros, which ends the archive. */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  const header = readAnyTarHeader(block);
  if (!header) return undefined;
  // Programs end the checksum differently; in any other form than ours, a byte was changed.
  if (block.toString('latin1', 148, 156) !== checksumField(block)) throw new Error('a header is damaged');
  const { type, prefix, name, bytes } = header;
  if (type !== '0') throw new Error(`it contains something other than a file (type ${JSON.stringify(type)})`);
  if (prefix !== '') throw new Error('it contains a name that Docket does not write');
  return { name, bytes };
}

/** Reads a header of any program, including folders, links and headers that carry long names. */
export function readAnyTarHeader(block: Buffer): (TarHeader & { type: string; prefix: string }) | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const expected = Number.parseInt(textAt(block, 148, 8), 8);
  if (expected !== checksum(block)) throw new Error('a header is damaged');
  return {
    name: textAt(block, 0, nameBytesMax),
    bytes: readSize(block),
    type: String.fromCharCode(block[156] as number),
    prefix: textAt(block, 345, prefixBytesMax),
  };
}

function readSize(block: Buffer): number {
  const bytes =
    block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(textAt(block, 124, 12), 8);
  if (!Number.isSafeInteger(bytes) || bytes < 0) throw new Error('a size is not valid');
  return bytes;
}

const textAt = (block: Buffer, start: number, length: number) => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field
    .subarray(0, end < 0 ? length : end)
    .toString('utf8')
    .trimEnd();
};

/** The sum of all bytes, in which the checksum's own bytes count as spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

export const tarPadding = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes;
