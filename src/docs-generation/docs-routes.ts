import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import { dataOf, newRouter, prefers } from '../platform/http/index.ts';
import { checkDocs } from './check-docs.ts';
import { addCorrectionRoutes } from './corrections/correction-routes.ts';
import type { DocsGenerationContext } from './docs-generation-context.ts';
import {
  CheckDocs,
  CheckedDocs,
  DocsJob,
  DocsRefs,
  GenerateDocs,
  GeneratedDocs,
  RefsQuery,
} from './docs-schemas.ts';
import { generateDocs } from './generate-docs.ts';
import { addDocsJobRoutes } from './jobs/docs-job-routes.ts';
import { enqueueDocsJob, presentDocsJob } from './jobs/docs-jobs.ts';
import { listRefs } from './list-refs.ts';
import { addProjectHostRoutes } from './project-hosts/project-host-routes.ts';

export function addRoutes(
  app: FastifyInstance,
  { docs: context, db }: { docs: DocsGenerationContext; db: Database },
): void {
  const router = newRouter(app, { tag: 'Documentation', access: 'signed-in', asksOthers: true });
  addDocsJobRoutes(app, db);
  addProjectHostRoutes(app, context);
  addCorrectionRoutes(app, context);

  router.post('/api/docs/generate', {
    operationId: 'generateDocs',
    summary: 'Draft documentation for a range of commits',
    description:
      'Returns MDX drafts for developers, users and the changelog, made from what `head` has and `base` lacks. Changes nothing unless `openPr` is set. The same request on the same history returns the same drafts.',
    body: GenerateDocs,
    responses: {
      200: {
        description: 'The drafts, or with `openPr` the pull request that contains them',
        schema: GeneratedDocs,
      },
      202: { description: 'With `Prefer: respond-async`: the queued job', schema: dataOf(DocsJob) },
    },
    handle: async ({ scope, body, headers }, reply) => {
      if (!prefers(headers, 'respond-async')) return generateDocs(scope, context, body);
      const job = presentDocsJob(await enqueueDocsJob(scope, context, body));
      return reply
        .code(202)
        .headers({ location: job.url, 'preference-applied': 'respond-async' })
        .send({ data: job });
    },
  });

  router.get('/api/docs/refs', {
    operationId: 'listDocsRefs',
    summary: 'List branches and tags of a repository',
    description: 'To choose `base` and `head` from. Waits for the code host for 15 seconds at most.',
    query: RefsQuery,
    responses: { 200: { description: 'The branches and tags', schema: dataOf(DocsRefs) } },
    handle: async ({ scope, query }) => ({ data: await listRefs(scope, context, query) }),
  });

  router.post('/api/docs/check', {
    operationId: 'checkDocs',
    summary: 'Find generated pages that are out of date',
    description: 'A page is stale when a source file that it names has changed or was removed since.',
    body: CheckDocs,
    responses: {
      200: { description: 'Each page, with the reasons if it is stale', schema: dataOf(CheckedDocs) },
    },
    handle: async ({ scope, body }) => ({ data: await checkDocs(scope, context, body) }),
  });
}
