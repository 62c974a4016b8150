import { trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { createTicket as create, estimateInput } from '../../tickets/index.ts';
import { choiceInputs } from '../choice-fields.ts';
import { describeTicket } from '../describe-ticket.ts';
import { ownFields } from '../own-fields.ts';
import { tool } from '../tool.ts';

export const createTicket = tool({
  name: 'create_ticket',
  title: 'Create a ticket',
  description: 'Call search_tickets first to avoid duplicates.',
  scopes: ['write'],
  input: Type.Object({
    title: trimmed(1, 500),
    description: Type.Optional(Type.String({ maxLength: 100_000, description: 'Markdown' })),
    project: Type.Optional(Type.String({ description: 'Key or id of a project' })),
    ...choiceInputs,
    fields: Type.Optional(ownFields),
    estimate: Type.Optional(estimateInput()),
    assignee: Type.Optional(Type.String({ description: 'User id or "me"' })),
  }),
  call: async (scope, { project, assignee, ...fields }) =>
    describeTicket(await create(scope, { ...fields, projectId: project, assigneeId: assignee })),
});
