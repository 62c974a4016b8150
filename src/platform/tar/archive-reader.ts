import { createHash } from 'node:crypto';
import { ByteReader } from './byte-reader.ts';
import { blockBytes, readTarHeader, tarPadding } from './tar-header.ts';

/** Where an archive is read from, as often as needed. */
export interface ArchiveSource {
  readonly location: string;
  open(): AsyncIterable<Uint8Array>;
}

/** A file of an archive. Its content must be read, by `stream` or by `read`, before the next one. */
export interface ArchivePart {
  name: string;
  bytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** Reads the whole content, which may have at most `bytesMax` bytes. */
  read(bytesMax: number): Promise<Buffer>;
  /** Hexadecimal; known when the content was read. */
  sha256(): string;
}

/** `refuse` makes the error for an archive that is damaged or was not written by Docket. */
export async function* readArchive(
  source: Pick<ArchiveSource, 'open'>,
  refuse: (problem: string) => Error,
): AsyncGenerator<ArchivePart> {
  const bytes = new ByteReader(source.open(), () => refuse('it is cut off'));
  try {
    for (;;) {
      const header = parseHeader(await bytes.read(blockBytes), refuse);
      if (!header) {
        if (parseHeader(await bytes.read(blockBytes), refuse)) throw refuse('something follows its end');
        break;
      }
      const part = newPart(header, bytes, refuse);
      yield part;
      if (part.left > 0) throw new Error(`${header.name} was not read`);
      const padding = await bytes.read(tarPadding(header.bytes));
      if (padding.some((byte) => byte !== 0)) throw refuse(`the end of ${header.name} is damaged`);
    }
  } finally {
    await bytes.close();
  }
}

function parseHeader(block: Buffer, refuse: (problem: string) => Error) {
  try {
    return readTarHeader(block);
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

function newPart(
  { name, bytes }: { name: string; bytes: number },
  reader: ByteReader,
  refuse: (problem: string) => Error,
) {
  const hash = createHash('sha256');
  const part = {
    name,
    bytes,
    left: bytes,
    async *stream() {
      while (part.left > 0) {
        const chunk = await reader.readSome(part.left);
        part.left -= chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    read: async (bytesMax: number) => {
      if (bytes > bytesMax) throw refuse(`${name} is larger than any that Docket writes`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of part.stream()) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    sha256: () => hash.copy().digest('hex'),
  };
  return part;
}
