import { Type } from '../../platform/schema.ts';
import { listProjects as list } from '../../projects/index.ts';
import { shorten } from '../shorten.ts';
import { tool } from '../tool.ts';

export const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists the projects that you may see, with the keys that other tools accept.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 500 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  }),
  call: async (scope, { search, limit = 20 }) => {
    const { rows, total } = await list(scope, { search }, { page: 1, limit, offset: 0 });
    return {
      data: {
        total,
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
