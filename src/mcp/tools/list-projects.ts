import { Type } from '../../platform/schema.ts';
import { listProjects as list } from '../../projects/index.ts';
import { cursorInput, parsePosition } from '../list-position.ts';
import { shorten } from '../shorten.ts';
import { tool } from '../tool.ts';

export const listProjects = tool({
  name: 'list_projects',
  description: 'Lists the projects that you may see, with the keys that other tools accept.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 500 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    ...cursorInput,
  }),
  call: async (scope, { search, limit = 20, cursor }) => {
    const { page, nextCursorAfter } = parsePosition('list_projects', { search, limit, cursor });
    const { rows, total, next } = await list(scope, { search }, page);
    return {
      data: {
        total,
        ...nextCursorAfter(next),
        projects: rows.map(({ key, id, status, ticketCount }) => ({ key, id, status, tickets: ticketCount })),
      },
      untrusted: {
        projects: rows.map(({ key, name, description }) => ({
          key,
          name,
          ...(description !== null && { description: shorten(description, 300) }),
        })),
      },
    };
  },
});
