import { Type } from '../../platform/schema.ts';
import { listViews as list } from '../../views/index.ts';
import { cursorInput, parsePosition } from '../list-position.ts';
import { tool } from '../tool.ts';

export const listViews = tool({
  name: 'list_views',
  description: 'Lists saved ticket queries of you, your projects and workspaces, for view of search_tickets.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    project: Type.Optional(Type.String({ description: 'Key or id' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    ...cursorInput,
  }),
  call: async (scope, { project, limit = 50, cursor }) => {
    const { page, nextCursorAfter } = parsePosition('list_views', { project, limit, cursor });
    const { rows, total, next } = await list(scope, { projects: project ? [project] : undefined }, page);
    return {
      data: {
        total,
        ...nextCursorAfter(next),
        views: rows.map(({ id, scope: kind }) => ({ view: id, scope: kind })),
      },
      untrusted: {
        views: rows.map(({ id, name, query }) => ({ view: id, name, query: JSON.parse(query) as object })),
      },
    };
  },
});
