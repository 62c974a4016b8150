import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { placeTicket as place, ticketStatuses } from '../../tickets/index.ts';
import { describeChange } from '../describe-ticket.ts';
import { tool } from '../tool.ts';

export const placeTicket = tool({
  name: 'place_ticket',
  description: 'Puts a ticket before or after another of its project, or first or last.',
  scopes: ['write'],
  isDestructive: true,
  input: Type.Object({
    ticket: Type.String(),
    before: Type.Optional(Type.String()),
    after: Type.Optional(Type.String()),
    position: Type.Optional(choice(['first', 'last'])),
    status: Type.Optional(choice(ticketStatuses, { 'x-unlisted': true })),
  }),
  call: async (scope, { ticket, ...placement }) => describeChange(await place(scope, ticket, placement)),
});
