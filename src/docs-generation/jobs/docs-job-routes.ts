import type { FastifyInstance } from 'fastify';
import { BackgroundLoop } from '../../platform/background-loop.ts';
import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, eventStreamHeaders, newRouter, startEventStream } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { repeat } from '../../platform/timer.ts';
import { DocsJob } from '../docs-schemas.ts';
import { getDocsJob, listDocsJobs, presentDocsJob } from './docs-jobs.ts';

const params = Type.Object({ id: id() });
const heartbeatMs = 15 * secondMs;

export function addDocsJobRoutes(app: FastifyInstance, db: Database): void {
  const router = newRouter(app, { tag: 'Documentation', access: 'signed-in' });
  const openStreams = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of openStreams) end();
  });

  router.list('/api/docs/jobs', {
    operationId: 'listDocsJobs',
    summary: 'List your documentation jobs, newest first',
    description: 'Without results. A job is kept for seven days after it ends; `request` can be sent again.',
    response: { description: 'A page of jobs', item: DocsJob, present: presentDocsJob },
    list: ({ scope }, page) => listDocsJobs(scope, page),
  });

  router.get('/api/docs/jobs/:id', {
    operationId: 'getDocsJob',
    summary: 'Get the state, progress and result of a documentation job',
    description: 'A job is kept for seven days after it ends.',
    params,
    authorizeFirst: ({ scope, params: { id: jobId } }) => getDocsJob(scope, jobId),
    responses: { 200: { description: 'The job', schema: dataOf(DocsJob) } },
    handle: async ({ scope, params: { id: jobId } }) => ({
      data: presentDocsJob(await getDocsJob(scope, jobId)),
    }),
  });

  router.get('/api/docs/jobs/:id/events', {
    operationId: 'streamDocsJob',
    summary: 'Stream the progress of a documentation job',
    description:
      'Server-sent events: a `job` event with the job whenever it changes. The last event has the result or the error.',
    params,
    authorizeFirst: ({ scope, params: { id: jobId } }) => getDocsJob(scope, jobId),
    responses: {
      200: { description: 'Events until the job ends', schema: DocsJob, contentType: 'text/event-stream' },
    },
    handle: async ({ scope, params: { id: jobId }, method }, reply) => {
      const job = presentDocsJob(await getDocsJob(scope, jobId));
      if (method === 'HEAD') return reply.headers(eventStreamHeaders).send();
      const raw = startEventStream(reply);
      let sent = '';
      const send = (latest: typeof job) => {
        if (raw.writableEnded) return;
        const text = JSON.stringify(latest);
        if (text !== sent) raw.write(`event: job\ndata: ${text}\n\n`);
        sent = text;
        if (latest.state === 'done' || latest.state === 'failed') raw.end();
      };
      const loop = new BackgroundLoop({
        name: 'documentation job stream',
        logger: app.log,
        subscribe: db.subscribe,
        // On an error the stream ends: the client reconnects and receives the error as a response.
        step: () =>
          getDocsJob(scope, jobId)
            .then(presentDocsJob)
            .then(send, () => void raw.end()),
      });
      const stopHeartbeat = repeat(heartbeatMs, () => void raw.write(': still here\n\n'));
      const end = () => raw.end();
      openStreams.add(end);
      raw.once('close', () => {
        void loop.stop();
        stopHeartbeat();
        openStreams.delete(end);
      });
      send(job);
      loop.start();
    },
  });
}
