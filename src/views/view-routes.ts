import type { FastifyInstance } from 'fastify';
import { splitList } from '../platform/comma-list.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter, presentVersioned } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import type { ViewScope } from './view.ts';
import { canChangeView } from './view-access.ts';
import { orderViews, starView, subscribeToView } from './view-marks.ts';
import { NewView, presentViewTo, View, ViewChanges, ViewListQuery, ViewOrder } from './view-schemas.ts';
import { changeView, createView, deleteView, getView, getViewFor, listViews } from './views.ts';

const params = Type.Object({ id: id() });
const theView = { description: 'The view as it is now', schema: dataOf(View) };

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Views', access: 'signed-in', forProjectKeys: true });
  router.list('/api/views', {
    operationId: 'listViews',
    summary: 'List the saved views that you may see',
    description:
      'Your personal views, and those of your projects and workspaces: in your own order first, then the oldest first.',
    query: ViewListQuery,
    response: { description: 'A page of views', item: View },
    list: async ({ scope, query }, page) => {
      const { rows, ...rest } = await listViews(
        scope,
        {
          scopes: splitList(query.scope) as ViewScope[] | undefined,
          projects: splitList(query.project),
          workspaces: splitList(query.workspace),
          starredOnly: query.starred,
        },
        page,
      );
      return { rows: rows.map(presentViewTo(scope.actor)), ...rest };
    },
  });

  router.post('/api/views', {
    operationId: 'createView',
    summary: 'Save a view',
    description:
      'A personal view is yours alone. Views of a project or workspace are shared with its readers.',
    versioned: true,
    body: NewView,
    responses: { 201: { description: 'The view', schema: dataOf(View) } },
    handle: async ({ scope, body }, reply) =>
      presentVersioned(reply, await createView(scope, body), presentViewTo(scope.actor)),
  });

  router.put('/api/views/order', {
    operationId: 'orderViews',
    summary: 'Set your own order of views',
    description: 'Replaces your former order. Views that the list does not name come last, the oldest first.',
    body: ViewOrder,
    responses: {
      200: { description: 'The order as it is now', schema: dataOf(Type.Object({ ids: Type.Array(id()) })) },
    },
    handle: async ({ scope, body }) => ({ data: { ids: await orderViews(scope, body.ids) } }),
  });

  router.get('/api/views/:id', {
    operationId: 'getView',
    summary: 'Get a view',
    versioned: true,
    params,
    responses: { 200: { description: 'The view', schema: dataOf(View) } },
    handle: async ({ scope, params: { id: ref } }, reply) =>
      presentVersioned(reply, await getView(scope, ref), presentViewTo(scope.actor)),
  });

  router.put('/api/views/:id', {
    operationId: 'updateView',
    summary: 'Change a view',
    description: 'Absent fields keep their value; `query` and `display` are replaced as a whole.',
    versioned: true,
    params,
    body: ViewChanges,
    authorizeFirst: requirePermission(getViewFor, canChangeView),
    responses: { 200: theView },
    handle: async ({ scope, params: { id: ref }, body }, reply) =>
      presentVersioned(reply, await changeView(scope, ref, body), presentViewTo(scope.actor)),
  });

  router.delete('/api/views/:id', {
    operationId: 'deleteView',
    summary: 'Delete a view',
    description: 'Views of a project or workspace are deleted by who created them, or by an admin.',
    versioned: true,
    params,
    delete: ({ scope, params: { id: ref } }) => deleteView(scope, ref),
  });

  router.put('/api/views/:id/star', {
    operationId: 'starView',
    summary: 'Star a view, for yourself',
    params,
    responses: { 200: theView },
    handle: async ({ scope, params: { id: ref } }) => ({
      data: presentViewTo(scope.actor)(await starView(scope, ref, true)),
    }),
  });

  router.delete('/api/views/:id/star', {
    operationId: 'unstarView',
    summary: 'Remove your star from a view',
    params,
    responses: {
      200: theView,
      204: { description: 'Removed; for requests with `Prefer: return=minimal`' },
    },
    delete: async ({ scope, params: { id: ref } }) =>
      presentViewTo(scope.actor)(await starView(scope, ref, false)),
  });

  router.put('/api/views/:id/subscription', {
    operationId: 'subscribeView',
    summary: 'Be notified of tickets that enter a view',
    description:
      'A ticket enters when it is created or changed so that the view has it; what time alone changes, such as overdue, notifies nobody. At most 50 views.',
    params,
    responses: { 200: theView },
    handle: async ({ scope, params: { id: ref } }) => ({
      data: presentViewTo(scope.actor)(await subscribeToView(scope, ref, true)),
    }),
  });

  router.delete('/api/views/:id/subscription', {
    operationId: 'unsubscribeView',
    summary: 'Stop being notified of tickets that enter a view',
    params,
    responses: {
      200: theView,
      204: { description: 'Removed; for requests with `Prefer: return=minimal`' },
    },
    delete: async ({ scope, params: { id: ref } }) =>
      presentViewTo(scope.actor)(await subscribeToView(scope, ref, false)),
  });
}
