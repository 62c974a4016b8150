import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Refusal } from '../platform/errors.ts';
import { listsEtag } from '../platform/http/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import { parseRange } from './byte-range.ts';

export interface SentFile {
  fileKey: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** Uploaded files are untrusted: the browser must not guess their type, and nothing in them may run or load anything. */
const sandboxHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
};

export async function sendFile(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  storage: Storage,
  { fileKey, contentType, size, sha256 }: SentFile,
  ownHeaders: Record<string, string>,
): Promise<FastifyReply> {
  const etag = `"${sha256}"`;
  if (listsEtag(headers['if-none-match'], etag)) {
    return reply
      .headers({ ...ownHeaders, etag })
      .code(304)
      .send();
  }
  const range = ifRangeFails(headers, etag) ? undefined : parseRange(headers.range, size);
  if (range === 'not satisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new Refusal('RANGE_NOT_SATISFIABLE', `The file has only ${size} bytes`);
  }
  const content = method === 'HEAD' ? Readable.from([]) : await storage.open(fileKey, range);
  if (!content) throw notFound('File');
  reply.headers({
    ...ownHeaders,
    ...sandboxHeaders,
    etag,
    'accept-ranges': 'bytes',
    'content-type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
    'content-length': range ? range.end - range.start + 1 : size,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(content);
}

/** If-Range: the client wants the part only if the file has not changed since its other parts were sent. */
const ifRangeFails = (headers: FastifyRequest['headers'], etag: string) =>
  headers['if-range'] !== undefined && headers['if-range'] !== etag;
