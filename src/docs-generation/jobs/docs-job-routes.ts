import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { every } from '../../platform/every.ts';
import { id, oneOf, route } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { DocsJob } from '../docs-schemas.ts';
import { getDocsJob, presentDocsJob } from './docs-jobs.ts';

const common = { tag: 'Documentation', access: 'signed-in' } as const;
const params = Type.Object({ id: id() });
const beatMs = 15 * secondMs;
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

export function addDocsJobRoutes(app: FastifyInstance, db: Database): void {
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/docs/jobs/:id',
    operationId: 'getDocsJob',
    summary: 'How far a draft is, and its result',
    description: 'Kept for seven days after its end.',
    params,
    authorizeFirst: ({ scope, params: { id: own } }) => getDocsJob(scope, own),
    answers: { 200: { description: 'The job', schema: oneOf(DocsJob) } },
    handle: async ({ scope, params: { id: own } }) => ({
      data: presentDocsJob(await getDocsJob(scope, own)),
    }),
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/docs/jobs/:id/events',
    operationId: 'streamDocsJob',
    summary: 'Follow a draft',
    description:
      'Server-sent events: `job` with the job, whenever something of it changes; the last has its result or error.',
    params,
    authorizeFirst: ({ scope, params: { id: own } }) => getDocsJob(scope, own),
    answers: {
      200: { description: 'Messages, until the job ends', schema: DocsJob, contentType: 'text/event-stream' },
    },
    handle: async ({ scope, params: { id: own }, method }, reply) => {
      let job = await getDocsJob(scope, own);
      if (method === 'HEAD') return reply.headers(streamHeaders).send();
      reply.hijack();
      const { raw } = reply;
      raw.useChunkedEncodingByDefault = false;
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        ...streamHeaders,
        connection: 'close',
      });

      let sent = '';
      let isLooking = false;
      let isMissed = false;
      const say = () => {
        const text = JSON.stringify(presentDocsJob(job));
        if (text !== sent) raw.write(`event: job\ndata: ${text}\n\n`);
        sent = text;
        if (job.state === 'done' || job.state === 'failed') raw.end();
      };
      const look = async () => {
        if (isLooking) {
          isMissed = true;
          return;
        }
        isLooking = true;
        try {
          do {
            isMissed = false;
            job = await getDocsJob(scope, own);
            if (!raw.writableEnded) say();
          } while (isMissed && !raw.writableEnded);
        } catch {
          // Gone, or the database with it: whoever listens connects again and is told.
          raw.end();
        } finally {
          isLooking = false;
        }
      };
      const stopListening = db.subscribe(() => void look());
      const stopBeating = every(beatMs, () => void raw.write(': still here\n\n'));
      const end = () => raw.end();
      open.add(end);
      raw.once('close', () => {
        stopListening();
        stopBeating();
        open.delete(end);
      });
      say();
    },
  });
}
