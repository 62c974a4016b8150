import { trimmed } from '../../platform/field-schemas.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { addComment as add } from '../../tickets/index.ts';
import { tool } from '../tool.ts';

export const addComment = tool({
  name: 'add_comment',
  description: 'Adds a comment to a ticket. Report progress on a task with report_activity.',
  scopes: ['write'],
  input: Type.Object({
    ticket: Type.String(),
    content: trimmed(1, 64_000, { description: 'Markdown' }),
  }),
  call: async (scope, { ticket, content }) => {
    const { id, createdAt } = await add(scope, ticket, content);
    return { data: { comment: id, createdAt: toIso(createdAt) } };
  },
});
