import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { type ContentEncoding, chooseEncoding } from './content-encoding.ts';

const bytesMin = 1024;
/** Below this size, handing the body to the thread pool costs the main thread more than compressing it. */
const syncBytesMax = 16 * 1024;

/**
 * Compresses JSON and text from 1 kB on for clients that accept it. Install it after every other hook that reads or
 * stores the body of an answer.
 *
 * An answer with a secret is never compressed: its length would depend on whether the secret resembles what a caller
 * made the answer repeat (BREACH).
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.secretResponse) return;
    route.onSend = [route.onSend ?? [], encodeAnswer].flat();
  });
}

const encodeAnswer: onSendHookHandler = (request, reply, payload, done) => {
  if (reply.statusCode >= 400) undoEncoding(reply);
  const encoded = isCompressible(reply, payload) ? encodePayload(request, reply, payload) : payload;
  if (encoded instanceof Promise) encoded.then((body) => done(null, body), done);
  else done(null, encoded);
};

/** A stream that fails before its first byte is replaced by an error, which is sent with the headers that were set. */
function undoEncoding(reply: FastifyReply): void {
  if (!reply.hasHeader('content-encoding')) return;
  reply.removeHeader('content-encoding');
  reply.raw.removeHeader('content-encoding');
}

/** Returns a promise only for a body that the thread pool compresses: a promise for each answer would cost more. */
function encodePayload(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (!encoding || reply.statusCode === 304) return payload;
  reply.header('content-encoding', encoding.name).removeHeader('content-length');
  weakenEtag(reply);
  if (request.method === 'HEAD') return null;
  if (payload instanceof Readable) return encodeStream(payload, encoding);
  const body = payload as string | Buffer;
  return body.length < syncBytesMax ? encoding.encodeSync(body) : encoding.encode(body);
}

const compressibleType = /^(?:application\/(?:json|x-ndjson)|text\/(?!event-stream))/;

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  if (reply.statusCode === 304) return true;
  if (!compressibleType.test(String(reply.getHeader('content-type')))) return false;
  // Byte ranges refer to the file as it is stored.
  if (reply.hasHeader('accept-ranges') || reply.hasHeader('content-encoding')) return false;
  return payload instanceof Readable || contentLength(reply, payload) >= bytesMin;
}

/** The answer to HEAD has its length in the header alone. */
function contentLength(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return Number(reply.getHeader('content-length') ?? 0);
}

/**
 * A strong ETag promises the same bytes. If-None-Match compares weakly and If-Match only the version in it, so both
 * accept the ETag of an answer in any encoding.
 */
function weakenEtag(reply: FastifyReply): void {
  const etag = reply.getHeader('etag');
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
}

/** A failure of either stream destroys both; Fastify handles it as one of the answer. */
const encodeStream = (source: Readable, encoding: ContentEncoding) =>
  pipeline(source, encoding.newStream(), () => {});
