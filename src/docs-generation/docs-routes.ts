import type { FastifyInstance } from 'fastify';
import { oneOf, route } from '../platform/http/index.ts';
import { checkDocs } from './check-docs.ts';
import type { DocsDesk } from './docs-desk.ts';
import { CheckDocs, CheckedDocs, GenerateDocs, GeneratedDocs } from './docs-schemas.ts';
import { generateDocs } from './generate-docs.ts';

const common = { tag: 'Documentation', access: 'signed-in', asksOthers: true } as const;

export function addDocsRoutes(app: FastifyInstance, desk: DocsDesk): void {
  app.addHook('onClose', () => desk.threads.close());

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/docs/generate',
    operationId: 'generateDocs',
    summary: 'Draft documentation from a difference',
    description:
      'Drafts for developers, for users and for the changelog, as MDX, from what head has and base lacks. Nothing is changed unless `openPr` is set; the same request always answers the same drafts.',
    body: GenerateDocs,
    answers: { 200: { description: 'The drafts, or the pull request with them', schema: GeneratedDocs } },
    handle: ({ scope, body }) => generateDocs(scope, desk, body),
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
