import type { FastifyInstance } from 'fastify';
import { choice } from '../../platform/field-schemas.ts';
import { listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canReadTicket, getTicketFor, ticketRef } from '../../tickets/index.ts';
import { requirePermission } from '../../users/index.ts';
import { listProofSteps, makeEvidenceDocument } from './collect-document.ts';
import { languages } from './evidence-document.ts';
import { pagePolicy } from './page-style.ts';
import { describeStep, pageWords } from './page-words.ts';
import { levels, stepNames } from './read-steps.ts';
import { renderPage } from './render-page.ts';

type Making = Omit<Parameters<typeof makeEvidenceDocument>[2], 'language'>;

const ProofStep = Type.Object(
  {
    name: choice(stepNames, { examples: ['criteria'] }),
    level: choice(levels, {
      description: '`part`: something is still open; `none`: there is nothing to judge',
      examples: ['good'],
    }),
    title: Type.String({ description: 'The name in the language', examples: ['Criteria'] }),
    state: Type.String({ description: 'The level in the language', examples: ['passes'] }),
    detail: Type.String({ description: 'Empty without anything to judge', examples: ['3 of 4 shown'] }),
  },
  { title: 'ProofStep' },
);
const query = Type.Object({ language: Type.Optional(choice(languages, { default: 'en' })) });

export function addEvidencePageRoutes(app: FastifyInstance, making: Making): void {
  const router = newRouter(app, { tag: 'Proof', access: 'signed-in', forProjectKeys: true });
  router.get('/api/tickets/:id/evidence.html', {
    operationId: 'exportEvidence',
    summary: 'Export what proves the work on a ticket as one page',
    description:
      'One HTML file without scripts: criteria, evidence, checks, reviews, and the place of their events in the sealed history. `docket verify FILE` proves it without a server.',
    params: Type.Object({ id: ticketRef }),
    query,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: {
      200: {
        description: 'The page',
        schema: Type.String({ examples: ['<!doctype html>…'] }),
        contentType: 'text/html',
      },
    },
    handle: async ({ scope, params, query: { language = 'en' } }, reply) => {
      const document = await makeEvidenceDocument(scope, params.id, { ...making, language });
      const name = `${document.ticket.key ?? document.ticket.id}-evidence.html`;
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': `${pagePolicy}; frame-ancestors 'none'`,
          'content-disposition': `inline; filename="${name}"`,
          'referrer-policy': 'no-referrer',
        })
        .serializer((page: string) => page)
        .send(renderPage(document));
    },
  });

  router.get('/api/tickets/:id/proof-steps', {
    operationId: 'listProofSteps',
    summary: 'List the steps from the criteria of a ticket to the seals over its history',
    params: Type.Object({ id: ticketRef }),
    query,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: { 200: { description: 'The five steps in order', schema: listOf(ProofStep) } },
    handle: async ({ scope, params, query: { language = 'en' } }) => {
      const steps = await listProofSteps(scope, params.id);
      return presentWholeList(
        steps.map((step) => ({
          name: step.name,
          level: step.level,
          ...describeStep(step, pageWords[language]),
        })),
      );
    },
  });
}
