import { Type } from '../../platform/schema.ts';
import { getTicket as read } from '../../tickets/index.ts';
import { describeTicket } from '../describe-ticket.ts';
import { tool } from '../tool.ts';

export const getTicket = tool({
  name: 'get_ticket',
  title: 'Read a ticket',
  description: 'Returns one ticket with its description and latest comments.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({ ticket: Type.String({ description: 'Key (ABC-12) or id' }) }),
  call: async (scope, { ticket }) => describeTicket(await read(scope, ticket)),
});
