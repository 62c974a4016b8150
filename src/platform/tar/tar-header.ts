/** The header of a file in a tar archive (POSIX ustar). Only regular files occur: no links, folders or devices. */
export interface TarHeader {
  name: string;
  bytes: number;
}

export const blockBytes = 512;
const octalSizeMax = 8 ** 11;

export function writeTarHeader({ name, bytes }: TarHeader, modifiedAtMs: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a file of an archive`);
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0, 100);
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
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
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

/** Undefined for a block of zeros, which ends the archive. */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined;
  const expected = Number.parseInt(textAt(block, 148, 8), 8);
  if (expected !== checksum(block)) throw new Error('a header is damaged');
  const type = String.fromCharCode(block[156] as number);
  if (type !== '0') throw new Error(`it contains something other than a file (type ${JSON.stringify(type)})`);
  if (textAt(block, 345, 155) !== '') throw new Error('it contains a name that Docket does not write');
  return { name: textAt(block, 0, 100), bytes: readSize(block) };
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

/** The sum of all bytes, where those of the checksum itself count as spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}

export const paddingOf = (bytes: number) => (blockBytes - (bytes % blockBytes)) % blockBytes;
