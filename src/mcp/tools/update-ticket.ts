import { trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { changeTicket, getTicket, setChecklist, setCriteria } from '../../tickets/index.ts';
import { scopeWithin } from '../../users/index.ts';
import { choiceInputs } from '../choice-fields.ts';
import { describeChange } from '../describe-ticket.ts';
import { parseChecklist, parseReferences, ticketInputs, writeRelations } from '../ticket-inputs.ts';
import { tool } from '../tool.ts';

export const updateTicket = tool({
  name: 'update_ticket',
  description: 'Replaces the given fields and lists, and keeps all others.',
  scopes: ['write'],
  isDestructive: true,
  input: Type.Object({
    ticket: Type.String(),
    title: Type.Optional(trimmed(1, 500)),
    description: Type.Optional(Type.String({ maxLength: 100_000, description: 'Markdown' })),
    ...choiceInputs,
    ...ticketInputs,
    assignee: Type.Optional(Type.String({ description: 'User id, "me", or "" for nobody' })),
    // Without a description, to save context: the refusal to close a parent over open children explains it.
    force: Type.Optional(Type.Boolean()),
  }),
  call: async (
    scope,
    {
      ticket,
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
    const changes = { ...fields, ...references, assigneeId: assignee, ownStatusId: ownStatus };
    if (!blockedBy && !relates && !checklist && !criteria)
      return describeChange(await changeTicket(scope, ticket, changes));
    const id = await scope.write(async (tx) => {
      const within = scopeWithin(tx, scope);
      const changed = await changeTicket(within, ticket, changes);
      if (checklist) await setChecklist(within, changed.id, parseChecklist(checklist));
      if (criteria)
        await setCriteria(
          within,
          changed.id,
          criteria.map((text) => ({ text })),
        );
      await writeRelations(within, changed.id, { blockedBy, relates });
      return changed.id;
    });
    return describeChange(await getTicket(scope, id));
  },
});
