/** A small tar of its own, so that tests can write what Docket never does. */
export interface TarFile {
  name: string;
  content: Buffer;
  /** `0` is a file, `2` a symbolic link. */
  type?: string;
  /** The size in the header, if it is not that of the content. */
  claimedBytes?: number;
}

export function readTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = [];
  for (let at = 0; archive[at] !== 0; ) {
    const name = archive.toString('utf8', at, archive.indexOf(0, at));
    const bytes = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8);
    files.push({ name, content: archive.subarray(at + 512, at + 512 + bytes) });
    at += 512 + Math.ceil(bytes / 512) * 512;
  }
  return files;
}

export const writeTar = (files: TarFile[]): Buffer =>
  Buffer.concat([
    ...files.flatMap((file) => [
      header(file),
      file.content,
      Buffer.alloc((512 - (file.content.length % 512)) % 512),
    ]),
    Buffer.alloc(1024),
  ]);

function header({ name, content, type = '0', claimedBytes = content.length }: TarFile): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write('0000600\0', 100);
  if (claimedBytes < 8 ** 11) block.write(claimedBytes.toString(8).padStart(11, '0'), 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(claimedBytes), 128);
  }
  block.write(type, 156);
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 8 * 0x20);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
