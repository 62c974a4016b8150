import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import { oneOf, route } from '../platform/http/index.ts';
import { checkDocs } from './check-docs.ts';
import type { DocsDesk } from './docs-generation-context.ts';
import { CheckDocs, CheckedDocs, DocsJob, GenerateDocs, GeneratedDocs } from './docs-schemas.ts';
import { generateDocs } from './generate-docs.ts';
import { addDocsJobRoutes } from './jobs/docs-job-routes.ts';
import { enqueueDocs, presentDocsJob } from './jobs/docs-jobs.ts';
import { addProjectHostRoutes } from './project-hosts/project-host-routes.ts';

const common = { tag: 'Documentation', access: 'signed-in', asksOthers: true } as const;

export function addRoutes(app: FastifyInstance, { docs: desk, db }: { docs: DocsDesk; db: Database }): void {
  addDocsJobRoutes(app, db);
  addProjectHostRoutes(app, desk);

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/docs/generate',
    operationId: 'generateDocs',
    summary: 'Draft documentation from a difference',
    description:
      'Drafts for developers, for users and for the changelog, as MDX, from what head has and base lacks. Nothing is changed unless `openPr` is set; the same request always answers the same drafts.',
    body: GenerateDocs,
    answers: {
      200: { description: 'The drafts, or the pull request with them', schema: GeneratedDocs },
      202: { description: 'With `Prefer: respond-async`: a job to follow', schema: oneOf(DocsJob) },
    },
    handle: async ({ scope, body, headers }, reply) => {
      if (!/(?:^|,)\s*respond-async\b/i.test(String(headers.prefer ?? '')))
        return generateDocs(scope, desk, body);
      const job = presentDocsJob(await enqueueDocs(scope, desk, body));
      return reply
        .code(202)
        .headers({ location: job.url, 'preference-applied': 'respond-async' })
        .send({ data: job });
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/docs/check',
    operationId: 'checkDocs',
    summary: 'Find generated pages that are out of date',
    description: 'A page is stale when a file that it names as its source has changed since, or is gone.',
    body: CheckDocs,
    answers: { 200: { description: 'Each page, and why it is stale', schema: oneOf(CheckedDocs) } },
    handle: async ({ scope, body }) => ({ data: await checkDocs(scope, desk, body) }),
  });
}
