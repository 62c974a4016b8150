import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/index.ts';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newJobStreams, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { DocsJob } from '../docs-schemas.ts';
import { getDocsJob, listDocsJobs, presentDocsJob } from './docs-jobs.ts';

const params = Type.Object({ id: id() });

export function addDocsJobRoutes(app: FastifyInstance, db: Database): void {
  const router = newRouter(app, { tag: 'Documentation', access: 'signed-in' });
  const streamJob = newJobStreams(app, db);

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
    handle: ({ scope, params: { id: jobId }, method }, reply) =>
      streamJob(reply, method, {
        event: 'job',
        read: async () => presentDocsJob(await getDocsJob(scope, jobId)),
        hasEnded: ({ state }) => state === 'done' || state === 'failed',
      }),
  });
}
