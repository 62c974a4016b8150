import { trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { createTicket as create, getTicket, setChecklist } from '../../tickets/index.ts';
import { scopeWithin } from '../../users/index.ts';
import { choiceInputs } from '../choice-fields.ts';
import { describeTicket } from '../describe-ticket.ts';
import { parseChecklist, parseReferences, ticketInputs, writeRelations } from '../ticket-inputs.ts';
import { tool } from '../tool.ts';

export const createTicket = tool({
  name: 'create_ticket',
  description: 'Call search_tickets first to avoid duplicates.',
  scopes: ['write'],
  input: Type.Object({
    title: trimmed(1, 500),
    description: Type.Optional(Type.String({ maxLength: 100_000, description: 'Markdown' })),
    project: Type.Optional(Type.String({ description: 'Key or id' })),
    ...choiceInputs,
    ...ticketInputs,
    assignee: Type.Optional(Type.String({ description: 'User id or "me"' })),
  }),
  call: async (
    scope,
    {
      project,
      assignee,
      parent,
      labels,
      dueDate,
      blockedBy,
      relates,
      checklist,
      criteria,
      ownStatus,
      ...fields
    },
  ) => {
    const references = await parseReferences(scope, { parent, labels, dueDate });
    const items = parseChecklist(checklist ?? []);
    const input = {
      ...fields,
      ...references,
      projectId: project,
      assigneeId: assignee,
      ownStatusId: ownStatus,
      checklist: items.map(({ text }) => text),
      criteria: criteria?.map((text) => ({ text })),
    };
    const id = await scope.write(async (tx) => {
      const within = scopeWithin(tx, scope);
      const made = await create(within, input);
      if (items.some(({ done }) => done)) await setChecklist(within, made.id, items);
      await writeRelations(within, made.id, { blockedBy, relates });
      return made.id;
    });
    return describeTicket(scope, await getTicket(scope, id));
  },
});
