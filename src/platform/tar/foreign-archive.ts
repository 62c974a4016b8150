import { ByteReader } from './byte-reader.ts';
import { blockBytes, readAnyTarHeader, tarPadding } from './tar-header.ts';

/** A regular file of an archive. Its content can be read until the next one is asked for; what is left of it is skipped. */
interface ForeignPart {
  name: string;
  bytes: number;
  stream(): AsyncIterable<Uint8Array>;
}

const longNameBytesMax = 64 * 1024;

/**
 * The regular files of a tar archive that another program wrote: POSIX with and without pax headers, and GNU. Folders, links
 * and devices are left out. `refuse` makes the error for a damaged archive.
 */
export async function* readForeignArchive(
  chunks: AsyncIterable<Uint8Array>,
  refuse: (problem: string) => Error,
): AsyncGenerator<ForeignPart> {
  const reader = new ByteReader(chunks, () => refuse('it is cut off'));
  let given: { name?: string; bytes?: number } = {};
  try {
    for (;;) {
      const header = parse(await reader.read(blockBytes), refuse);
      if (!header) return;
      const name = given.name ?? header.name;
      const bytes = given.bytes ?? header.bytes;
      if (header.type === 'L' || header.type === 'x') {
        if (header.bytes > longNameBytesMax) throw refuse('a name in it is too long');
        const text = (await reader.read(header.bytes)).toString('utf8');
        await skip(reader, tarPadding(header.bytes));
        given = {
          ...given,
          ...(header.type === 'L' ? { name: text.replace(/\0.*$/s, '') } : paxFields(text)),
        };
        continue;
      }
      given = {};
      let left = bytes;
      if (header.type === '0' || header.type === '\0' || header.type === '7')
        yield {
          name,
          bytes,
          async *stream() {
            while (left > 0) {
              const chunk = await reader.readSome(left);
              left -= chunk.length;
              yield chunk;
            }
          },
        };
      await skip(reader, left + tarPadding(bytes));
    }
  } finally {
    await reader.close();
  }
}

function parse(block: Buffer, refuse: (problem: string) => Error) {
  try {
    const header = readAnyTarHeader(block);
    // GNU tar uses the bytes of the prefix for other things.
    const isPosix = block.toString('latin1', 257, 263) === 'ustar\0';
    if (!header || !isPosix || header.prefix === '') return header;
    return { ...header, name: `${header.prefix}/${header.name}` };
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

/** Records of the form `30 path=folder/name\n`, where 30 is the length of the record in bytes. */
function paxFields(text: string): { name?: string; bytes?: number } {
  const record = (name: string) => new RegExp(`^\\d+ ${name}=(.*)$`, 'm').exec(text)?.[1];
  const path = record('path');
  const size = Number(record('size') ?? Number.NaN);
  return {
    ...(path !== undefined && { name: path }),
    ...(Number.isSafeInteger(size) && size >= 0 && { bytes: size }),
  };
}

async function skip(reader: ByteReader, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; ) left -= (await reader.readSome(left)).length;
}
