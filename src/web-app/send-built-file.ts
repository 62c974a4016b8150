import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { chooseAmong, listsEtag } from '../platform/http/index.ts';
import { type BuiltFile, type Encoding, encodings } from './build-manifest.ts';
import type { WebBuild } from './web-build.ts';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.tgz': 'application/gzip',
};

/** Names of assets contain a hash of their content, and those of some downloads their version. */
const isImmutable = ({ address }: BuiltFile) =>
  address.startsWith('assets/') || /^downloads\/.*-\d+\.\d+\.\d+\.tgz$/.test(address);

export async function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  build: WebBuild,
  file: BuiltFile,
): Promise<FastifyReply> {
  const encoding = chooseBuiltEncoding(request, file);
  const etag = `"${file.hash}.${encoding ?? 'identity'}"`;
  reply
    .header('cache-control', isImmutable(file) ? 'public, max-age=31536000, immutable' : 'public, no-cache')
    .header('vary', 'accept-encoding')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('etag', etag);
  if (listsEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const content = await build.readFile(file, encoding).catch((error: NodeJS.ErrnoException) => {
    // A newer build has removed it from disk.
    throw error.code === 'ENOENT' ? notFound('File') : error;
  });
  if (encoding) reply.header('content-encoding', encoding);
  reply.type(contentTypes[path.extname(file.address)] ?? 'application/octet-stream');
  return sendBytes(request, reply, content);
}

/** Fastify leaves out the body of HEAD by itself only on routes. */
export const sendBytes = (request: FastifyRequest, reply: FastifyReply, content: Buffer): FastifyReply =>
  request.method === 'HEAD' && request.is404
    ? reply.header('content-length', content.length).send()
    : reply.send(content);

function chooseBuiltEncoding(request: FastifyRequest, { bytes }: BuiltFile): Encoding | undefined {
  const available = encodings.filter((encoding) => bytes[encoding] !== undefined);
  return chooseEncoding(request, available);
}

export const chooseEncoding = (request: FastifyRequest, available: readonly Encoding[]) =>
  chooseAmong(
    available.map((name) => ({ name })),
    request.headers['accept-encoding'],
  )?.name;
