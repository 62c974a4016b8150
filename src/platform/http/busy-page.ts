import type { FastifyReply } from 'fastify';

/** Sends a page in place of one that is not available yet. */
export const sendBusyPage = (reply: FastifyReply, html: string, retryAfterSeconds: number): FastifyReply =>
  reply
    .code(503)
    .header('retry-after', String(retryAfterSeconds))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
