import { crc32, deflateRawSync } from 'node:zlib';

export interface PackedFile {
  name: string;
  content?: string | Buffer;
  /** Of tar: `2` is a symbolic link, `5` a folder. */
  type?: string;
  /** What the archive says instead of the truth. */
  claimedBytes?: number;
  claimedCrc?: number;
  /** Of zip: where the entry claims to begin. */
  claimedOffset?: number;
  /** Of zip: the Unix mode, `0o120777` for a symbolic link. */
  mode?: number;
  isStored?: boolean;
  isEncrypted?: boolean;
}

/** A tar archive as GNU tar writes it: names of more than 100 bytes have a header of their own. */
export function packTar(files: PackedFile[]): Buffer {
  const blocks = files.flatMap(({ name, content = '', type = '0', claimedBytes }) => {
    const bytes = Buffer.from(content);
    const isLong = Buffer.byteLength(name) > 100;
    return [
      ...(isLong
        ? [tarHeader('././@LongLink', Buffer.byteLength(name) + 1, 'L'), padded(Buffer.from(`${name}\0`))]
        : []),
      tarHeader(name, claimedBytes ?? bytes.length, type),
      padded(bytes),
    ];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A record of a pax header for the file after it. */
export const paxRecord = (name: string, value: string): PackedFile => {
  const rest = ` ${name}=${value}\n`;
  const length = [1, 2, 3, 4]
    .map((digits) => Buffer.byteLength(rest) + digits)
    .find((all, index) => String(all).length === index + 1);
  return { name: 'PaxHeader', type: 'x', content: `${length}${rest}` };
};

function tarHeader(name: string, bytes: number, type: string): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write('0000644\0', 100);
  if (bytes < 8 ** 11) block.write(`${bytes.toString(8).padStart(11, '0')} `, 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  block.write(type, 156);
  block.write('ustar  \0', 257);
  block.fill(0x20, 148, 156);
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return block;
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);

/** A zip archive. With `isLarge` it has the end records of archives of more than 4 GiB. */
export function packZip(files: PackedFile[], { isLarge = false } = {}): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const content = Buffer.from(file.content ?? '');
    const packed = file.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(file.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800 | (file.isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(file.isStored ? 0 : 8, 4);
    common.writeUInt32LE(file.claimedCrc ?? crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(file.claimedBytes ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(file.claimedOffset ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, name);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, packed);
    offset += 30 + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  return Buffer.concat([...local, entries, ...endOfZip(files.length, entries.length, offset, isLarge)]);
}

function endOfZip(count: number, bytes: number, offset: number, isLarge: boolean): Buffer[] {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(isLarge ? 0xffff : count, 10);
  end.writeUInt32LE(isLarge ? 0xffffffff : bytes, 12);
  end.writeUInt32LE(isLarge ? 0xffffffff : offset, 16);
  if (!isLarge) return [end];
  const large = Buffer.alloc(56);
  large.write('PK\x06\x06', 0, 'latin1');
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  return [large, locator, end];
}
