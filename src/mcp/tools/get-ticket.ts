import { Type } from '../../platform/schema.ts';
import { getTicket as read } from '../../tickets/index.ts';
import { describeTicket } from '../describe-ticket.ts';
import { tool } from '../tool.ts';

export const getTicket = tool({
  name: 'get_ticket',
  description: 'Returns one ticket with its description and latest comments.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    ticket: Type.String({ description: 'Key (ABC-12) or id' }),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000,
        description: 'Character of a long description to start at',
      }),
    ),
  }),
  call: async (scope, { ticket, from }) => describeTicket(scope, await read(scope, ticket), from),
});
