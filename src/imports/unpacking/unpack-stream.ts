import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Yields the output of a decompressor, a few chunks in memory at a time. `damaged` makes the error for bad input. */
export async function* unpackStream(
  packed: AsyncIterable<Uint8Array>,
  decompressor: Transform,
  damaged: () => Error,
): AsyncGenerator<Uint8Array> {
  const done = pipeline(Readable.from(packed), decompressor).catch((error: unknown) => error);
  try {
    yield* decompressor as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isFromZlib(error) ? damaged() : error;
  } finally {
    decompressor.destroy();
    await done;
  }
}

const isFromZlib = (error: unknown) =>
  error instanceof Error && 'code' in error && /^Z_|^ERR_TRAILING/.test(String(error.code));
