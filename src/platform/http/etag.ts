import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { preconditionFailed } from '../errors.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The version of the item in the answer; set by handlers of versioned routes. */
    itemVersion: number | undefined;
  }
}

/**
 * An ETag is "<version>.<fingerprint>". If-None-Match compares all of it, so a new comment on a ticket shows;
 * If-Match compares the version alone, so the same comment does not spoil somebody's edit of the title.
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

/** Whether an If-None-Match holds the tag. */
export function listsEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);
}

/** The versions that the caller's If-Match accepts; undefined when any will do. */
export function acceptedVersions(request: FastifyRequest): number[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return header
    .split(',')
    .map((entry) => Number(/^\s*(?:W\/)?"(\d+)(?:\.[^"]*)?"\s*$/.exec(entry)?.[1] ?? -1));
}

export function assertFresh(accepted: number[] | undefined, version: number): void {
  if (accepted === undefined || accepted.includes(version)) return;
  throw preconditionFailed('It was changed since you read it. Read it again, then repeat your change.');
}
