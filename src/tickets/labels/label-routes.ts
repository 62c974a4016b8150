import type { FastifyInstance } from 'fastify';
import { splitList } from '../../platform/comma-list.ts';
import { id, nullable, trimmed } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { canEditLabels } from '../../workspaces/index.ts';
import { presentLabel } from '../present-ticket.ts';
import { Label } from '../ticket-schemas.ts';
import { changeLabel, createLabel, deleteLabel, getLabel, getLabelFor, listLabels } from './labels.ts';

const params = Type.Object({ id: id() });
const name = () => trimmed(1, 200, { examples: ['regression'] });
const color = () => Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#d73a4a'] });

export function addLabelRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Labels', access: 'signed-in' });
  router.list('/api/labels', {
    operationId: 'listLabels',
    summary: 'List the labels of your workspaces, by name',
    query: Type.Object({
      ...pageQuery,
      workspace: Type.Optional(Type.String({ description: 'Workspace ids, separated by commas' })),
    }),
    response: { description: 'A page of labels', item: Label, present: presentLabel },
    list: ({ scope, query }, page) => listLabels(scope, splitList(query.workspace), page),
  });

  router.post('/api/labels', {
    operationId: 'createLabel',
    summary: 'Create a label',
    body: Type.Object({
      name: name(),
      color: Type.Optional(nullable(color())),
      workspaceId: Type.Optional(nullable(id({ description: 'Default: your own workspace' }))),
    }),
    responses: { 201: { description: 'The label', schema: dataOf(Label) } },
    handle: async ({ scope, body }) => ({ data: presentLabel(await createLabel(scope, body)) }),
  });

  router.get('/api/labels/:id', {
    operationId: 'getLabel',
    summary: 'Get a label',
    params,
    responses: { 200: { description: 'The label', schema: dataOf(Label) } },
    handle: async ({ scope, params: { id: ref } }) => ({ data: presentLabel(await getLabel(scope, ref)) }),
  });

  router.put('/api/labels/:id', {
    operationId: 'updateLabel',
    summary: 'Change a label',
    params,
    body: Type.Object({ name: Type.Optional(name()), color: Type.Optional(nullable(color())) }),
    authorizeFirst: requirePermission(getLabelFor, canEditLabels),
    responses: { 200: { description: 'The label as it is now', schema: dataOf(Label) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentLabel(await changeLabel(scope, ref, body)),
    }),
  });

  router.delete('/api/labels/:id', {
    operationId: 'deleteLabel',
    summary: 'Delete a label; its tickets remain',
    params,
    delete: ({ scope, params: { id: ref } }) => deleteLabel(scope, ref),
  });
}
