import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { newTemporaryFolder, PktReader, type PushRequest, readPushRequest } from '../code-hosts/index.ts';

/** A push whose bytes have arrived. */
export interface SpooledPush {
  request: PushRequest;
  packFile: string;
  packBytes: number;
  /** The pack was longer than the limit, and is not in the file. */
  isTooLarge: boolean;
  remove(): Promise<void>;
}

/**
 * Reads the commands of a push and writes its pack to a file: never more than the limit, and nothing of it stays in memory.
 * What is beyond the limit is read and dropped, because git reads the answer only after it has sent everything. Undefined
 * for the empty request with which git tests the server.
 */
export async function spoolPush(
  body: AsyncIterable<Buffer>,
  limitFor: (request: PushRequest) => number,
): Promise<SpooledPush | undefined> {
  const reader = new PktReader(body);
  const request = await readPushRequest(reader).catch(async (error: unknown) => {
    await drop(reader.rest());
    throw error;
  });
  if (!request) return undefined;
  const folder = await newTemporaryFolder('docket-push-');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const packFile = path.join(folder, 'pack');
    const packBytes = await writePack(reader.rest(), packFile, limitFor(request));
    return {
      request,
      packFile,
      packBytes: packBytes ?? 0,
      isTooLarge: packBytes === undefined,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function drop(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

async function writePack(
  chunks: AsyncIterable<Buffer>,
  file: string,
  bytesMax: number,
): Promise<number | undefined> {
  const output = createWriteStream(file, { mode: 0o600 });
  const written = finished(output);
  // `await written` below reports it.
  written.catch(() => {});
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax || output.destroyed) continue;
      if (!output.write(chunk)) await Promise.race([drained(output), written]);
    }
    output.end();
    await written;
  } catch (error) {
    output.destroy();
    throw error;
  }
  return bytes > bytesMax ? undefined : bytes;
}

const drained = (output: NodeJS.WritableStream) =>
  new Promise<void>((resolve) => output.once('drain', () => resolve()));
