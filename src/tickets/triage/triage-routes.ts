import type { FastifyInstance } from 'fastify';
import { choice, id, instant, nullable, trimmed } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentVersioned, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { parseCallerDate } from '../caller-date.ts';
import { validateTicketChanges } from '../change/change-ticket.ts';
import { findPossibleDuplicates } from '../duplicates/possible-duplicates.ts';
import { getTicketFor } from '../get-ticket.ts';
import { presentDuplicate, presentTicket } from '../present-ticket.ts';
import { canEditTicket, canReadTicket } from '../ticket-access.ts';
import { parsePatch } from '../ticket-routes.ts';
import { PossibleDuplicate, TicketPatch, TicketWithDetails, ticketRef } from '../ticket-schemas.ts';
import { decideTriage } from './decide-triage.ts';
import { triageDecisions } from './triage.ts';

const params = Type.Object({ id: ticketRef });
const { triage: _triage, snoozedUntil: _snoozedUntil, ...changeable } = TicketPatch.properties;

const TriageInput = Type.Object({
  ...changeable,
  decision: choice(triageDecisions, { examples: ['accept'] }),
  reason: Type.Optional(
    nullable(trimmed(0, 64_000, { description: 'Becomes a comment', examples: ['We do not plan this.'] })),
  ),
  duplicateOf: Type.Optional(
    nullable(id({ description: 'For `duplicate`: the id or key of the ticket that stays' })),
  ),
  tellSender: Type.Optional(
    Type.Boolean({
      description: 'Mails the reason to the sender of a ticket that came by form or mail',
      examples: [false],
    }),
  ),
  until: Type.Optional(
    nullable(instant({ description: 'For `snooze`: when it waits again; a date is the start of that day' })),
  ),
});

export function addTriageRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Triage', access: 'signed-in', forProjectKeys: true });
  router.post('/api/tickets/:id/triage', {
    operationId: 'decideTriage',
    summary: 'Decide about a ticket in triage',
    description:
      '`accept` puts it first into the backlog, `decline` and `duplicate` cancel it, `snooze` hides it until a time, `return` puts a ticket back into triage. The other fields change the ticket in the same step. 409 says who decided before. Agents cannot decide.',
    versioned: true,
    params,
    body: TriageInput,
    responses: { 200: { description: 'The ticket as it is now', schema: dataOf(TicketWithDetails) } },
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    validateReferences: ({ scope, params: { id } }, sound) => {
      const {
        dueDate: _,
        until: _u,
        decision: _c,
        reason: _r,
        duplicateOf: _d,
        tellSender: _t,
        ...rest
      } = sound;
      return validateTicketChanges(scope, id, { ...rest, labelIds: rest.labelIds ?? undefined });
    },
    handle: async ({ scope, params: { id }, body }, reply) => {
      const { decision, reason, duplicateOf, until, tellSender, ...patch } = body;
      const ticket = await decideTriage(scope, id, {
        ...(await parsePatch(scope, patch)),
        decision,
        reason: reason ?? undefined,
        duplicateOf: duplicateOf ?? undefined,
        tellSender: tellSender || undefined,
        until: await parseCallerDate(scope, until, 'start'),
      });
      return presentVersioned(reply, ticket, presentTicket);
    },
  });

  router.get('/api/tickets/:id/possible-duplicates', {
    operationId: 'listPossibleDuplicates',
    summary: 'List open tickets of the same project with a similar title',
    params,
    responses: {
      200: { description: 'Up to 5, the most similar first', schema: listOf(PossibleDuplicate) },
    },
    handle: async ({ scope, params: { id } }) => {
      const ticket = await getTicketFor(scope.db.reads, scope.actor, id, canReadTicket);
      return presentWholeList((await findPossibleDuplicates(scope.db.reads, ticket)).map(presentDuplicate));
    },
  });
}
