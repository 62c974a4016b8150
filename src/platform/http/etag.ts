import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AcceptedVersions } from '../versions.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The version of the item in the response; handlers of versioned routes set it. */
    itemVersion: number | undefined;
  }
}

/**
 * An ETag is "<version>.<hash of the body>". If-None-Match compares the whole ETag, so a new comment on a ticket makes
 * the caller's copy stale. If-Match compares only the version, so the comment does not fail an edit of the title.
 */
export function installEtags(app: FastifyInstance): void {
  app.decorateReply('itemVersion', undefined);
  app.addHook('onRoute', (route) => {
    if (!route.config?.versioned) return;
    route.onSend = (request, reply, payload, done) => {
      if (reply.itemVersion === undefined || typeof payload !== 'string') return done(null, payload);
      const etag = `"${reply.itemVersion}.${hash('sha1', payload, 'base64url').slice(0, 16)}"`;
      reply.header('etag', etag);
      if (request.method !== 'GET' || !listsEtag(request.headers['if-none-match'], etag)) {
        return done(null, payload);
      }
      reply.code(304).removeHeader('content-type');
      done(null, '');
    };
  });
}

/** The response of a versioned route: an item, with its version for the ETag. */
export function presentVersioned<T extends { version: number }>(
  reply: FastifyReply,
  item: T,
  present: (item: T) => object,
): { data: object } {
  reply.itemVersion = item.version;
  return { data: present(item) };
}

/** Whether an If-None-Match header lists the ETag. */
export function listsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);
}

/** Reads If-Match. Absent or `*` accepts every version; an entry that is not an ETag of ours accepts none. */
export function acceptedVersions(request: FastifyRequest): AcceptedVersions {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return header
    .split(',')
    .map((entry) => Number(/^\s*(?:W\/)?"(\d+)(?:\.[^"]*)?"\s*$/.exec(entry)?.[1] ?? -1));
}
