import type { FastifyInstance } from 'fastify';
import { choice } from '../../platform/field-schemas.ts';
import { newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canReadTicket, getTicketFor, ticketRef } from '../../tickets/index.ts';
import { requirePermission } from '../../users/index.ts';
import { makeEvidenceDocument } from './collect-document.ts';
import { languages } from './evidence-document.ts';
import { pagePolicy } from './page-style.ts';
import { renderPage } from './render-page.ts';

type Making = Omit<Parameters<typeof makeEvidenceDocument>[2], 'language'>;

export function addEvidencePageRoutes(app: FastifyInstance, making: Making): void {
  const router = newRouter(app, { tag: 'Proof', access: 'signed-in', forProjectKeys: true });
  router.get('/api/tickets/:id/evidence.html', {
    operationId: 'exportEvidence',
    summary: 'Export what proves the work on a ticket as one page',
    description:
      'One HTML file without scripts: criteria, evidence, checks, reviews, and the place of their events in the sealed history. `docket verify FILE` proves it without a server.',
    params: Type.Object({ id: ticketRef }),
    query: Type.Object({ language: Type.Optional(choice(languages, { default: 'en' })) }),
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
}
