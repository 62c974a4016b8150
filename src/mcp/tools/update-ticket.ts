import { nullable, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { changeTicket, estimateInput } from '../../tickets/index.ts';
import { choiceInputs } from '../choice-fields.ts';
import { describeChange } from '../describe-ticket.ts';
import { ownFields } from '../own-fields.ts';
import { tool } from '../tool.ts';

export const updateTicket = tool({
  name: 'update_ticket',
  title: 'Update a ticket',
  description: 'Changes the given fields and keeps all others.',
  scopes: ['write'],
  isDestructive: true,
  input: Type.Object({
    ticket: Type.String({ description: 'Key (ABC-12) or id' }),
    title: Type.Optional(trimmed(1, 500)),
    description: Type.Optional(
      Type.String({ maxLength: 100_000, description: 'Markdown; replaces the old text' }),
    ),
    ...choiceInputs,
    fields: Type.Optional(ownFields),
    estimate: Type.Optional(nullable(estimateInput())),
    assignee: Type.Optional(Type.String({ description: 'User id, "me", or "" for nobody' })),
    // Without a description, to save context: the refusal to close a parent over open children explains it.
    force: Type.Optional(Type.Boolean()),
  }),
  call: async (scope, { ticket, assignee, ...fields }) =>
    describeChange(await changeTicket(scope, ticket, { ...fields, assigneeId: assignee })),
});
