import { Readable } from 'node:stream';
import type { ByteRange } from '../storage.ts';
import type { S3Connection } from './s3-connection.ts';
import { isNotFound, translateS3Error } from './s3-errors.ts';

const attemptsWithoutProgress = 3;

export interface ObjectName {
  bucket: string;
  key: string;
  /** For messages. */
  location: string;
}

/**
 * Reads an object as a stream; undefined if there is none. A connection that breaks, or that S3 closes because the
 * reader is slow, is followed by a request for the rest of the same object.
 */
export async function openObject(
  connection: S3Connection,
  name: ObjectName,
  range: ByteRange | undefined,
): Promise<Readable | undefined> {
  const first = await get(connection, name, range);
  if (!first) return undefined;
  const start = range?.start ?? 0;
  const end = start + first.bytes;
  return Readable.from(readOn(connection, name, first, { start, end }), { objectMode: false });
}

interface Response {
  body: Readable;
  bytes: number;
  etag: string | undefined;
}

async function get(
  { sdk, client }: S3Connection,
  { bucket, key, location }: ObjectName,
  range: ByteRange | undefined,
  etag?: string,
): Promise<Response | undefined> {
  const Range = range && `bytes=${range.start}-${range.end}`;
  const input = { Bucket: bucket, Key: key, Range, ...(etag && { IfMatch: etag }) };
  try {
    const {
      Body,
      ContentLength = 0,
      ETag,
      ContentRange,
    } = await client.send(new sdk.GetObjectCommand(input));
    const body = Body as Readable;
    if (range && !ContentRange?.startsWith(`bytes ${range.start}-${range.end}/`)) {
      body.destroy();
      throw new Error(`the server answered ${ContentRange ?? 'the whole object'} to a request for ${Range}`);
    }
    return { body, bytes: ContentLength, etag: ETag };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw translateS3Error(error, location);
  }
}

/** `end` is not included. */
async function* readOn(
  connection: S3Connection,
  name: ObjectName,
  first: Response,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  let position = start;
  let body = first.body;
  let failures = 0;
  try {
    while (position < end) {
      try {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          position += chunk.length;
          failures = 0;
          yield chunk;
        }
        if (position < end) throw new Error('The connection ended before the object did');
      } catch (error) {
        if (++failures >= attemptsWithoutProgress) throw translateS3Error(error, name.location);
        const rest = await get(connection, name, { start: position, end: end - 1 }, first.etag);
        if (!rest) throw translateS3Error(error, name.location);
        body = rest.body;
      }
    }
  } finally {
    body.destroy();
  }
}
