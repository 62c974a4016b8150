import { Type } from '../../platform/schema.ts';
import { listPeople } from '../../projects/index.ts';
import { cursorInput, parsePosition } from '../list-position.ts';
import { tool } from '../tool.ts';

export const findPeople = tool({
  name: 'find_people',
  description: 'Finds people by name or e-mail address. Returns ids for assignee.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 200 })),
    project: Type.Optional(Type.String({ description: 'Key or id; only who may see it' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    ...cursorInput,
  }),
  call: async (scope, { query, project, limit = 10, cursor }) => {
    const { page, nextCursorAfter } = parsePosition('find_people', { query, project, limit, cursor });
    const { rows, total, next } = await listPeople(scope, { query, project }, page);
    return {
      data: { total, ...nextCursorAfter(next) },
      // People choose their own names.
      untrusted: {
        people: rows.map(({ id, name, isAgent, email }) => ({ id, name, email, isAgent: isAgent === 1 })),
      },
    };
  },
});
