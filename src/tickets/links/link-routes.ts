import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { newRouter } from '../../platform/http/index.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { PublicUser, requirePermission, userIn } from '../../users/index.ts';
import { getTicketFor } from '../get-ticket.ts';
import { canReadTicket } from '../ticket-access.ts';
import { ticketRef } from '../ticket-schemas.ts';
import { linkKinds, linkStates } from './link-kinds.ts';
import { type LinkToShow, listLinks } from './links.ts';

const TicketLink = Type.Object(
  {
    id: id(),
    kind: choice(linkKinds),
    provider: Type.String({ examples: ['github'] }),
    repository: Type.String({ examples: ['acme/payments'] }),
    reference: Type.String({
      description: 'The hash of a commit, the name of a branch, the number of a pull request or issue',
      examples: ['7'],
    }),
    title: Type.String({ examples: ['Show today’s rate'] }),
    url: Type.Optional(Type.String({ examples: ['https://github.com/acme/payments/pull/7'] })),
    state: Type.Optional(choice(linkStates)),
    closes: Type.Boolean({ description: 'Whether its text has a word such as `fixes` before the key' }),
    author: Type.Optional(
      Type.String({ description: 'The author’s name on the code host', examples: ['ada-l'] }),
    ),
    user: nullable(PublicUser),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'TicketLink' },
);

const presentLink = (link: LinkToShow) => present(TicketLink, link, { user: userIn(link, 'author') });

export function addLinkRoutes(app: FastifyInstance): void {
  newRouter(app, { tag: 'Tickets', access: 'signed-in' }).list('/api/tickets/:id/links', {
    operationId: 'listLinks',
    summary: 'List the commits, branches, pull requests and issues of a ticket',
    params: Type.Object({ id: ticketRef }),
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of links, newest first', item: TicketLink, present: presentLink },
    list: ({ scope, params }, page) => listLinks(scope, params.id, page),
  });
}
