import type { FastifyInstance } from 'fastify';
import { splitList } from '../../platform/comma-list.ts';
import { id, nullable, trimmed } from '../../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../../platform/http/index.ts';
import { pageQuery, parsePage } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { canEditLabels } from '../../workspaces/index.ts';
import { presentLabel } from '../present-ticket.ts';
import { Label } from '../ticket-schemas.ts';
import { changeLabel, createLabel, deleteLabel, getLabel, getLabelFor, listLabels } from './labels.ts';

const params = Type.Object({ id: id() });
const common = { tag: 'Labels', access: 'signed-in' } as const;
const name = () => trimmed(1, 200, { examples: ['regression'] });
const color = () => Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#d73a4a'] });

export function addLabelRoutes(app: FastifyInstance): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/labels',
    operationId: 'listLabels',
    summary: 'List the labels of your workspaces, by name',
    query: Type.Object({
      ...pageQuery,
      workspace: Type.Optional(Type.String({ description: 'Workspace ids, separated by commas' })),
    }),
    answers: { 200: { description: 'A page of labels', schema: listOf(Label) } },
    handle: async ({ scope, query }) => {
      const page = parsePage(query);
      const { rows, total } = await listLabels(scope, splitList(query.workspace), page);
      return presentPage(rows.map(presentLabel), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/labels',
    operationId: 'createLabel',
    summary: 'Create a label',
    body: Type.Object({
      name: name(),
      color: Type.Optional(nullable(color())),
      workspaceId: Type.Optional(nullable(id({ description: 'Default: your own workspace' }))),
    }),
    answers: { 201: { description: 'The label', schema: oneOf(Label) } },
    handle: async ({ scope, body }, reply) =>
      reply.code(201).send({ data: presentLabel(await createLabel(scope, body)) }),
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/labels/:id',
    operationId: 'getLabel',
    summary: 'Get a label',
    params,
    answers: { 200: { description: 'The label', schema: oneOf(Label) } },
    handle: async ({ scope, params: { id: ref } }) => ({ data: presentLabel(await getLabel(scope, ref)) }),
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/labels/:id',
    operationId: 'updateLabel',
    summary: 'Change a label',
    params,
    body: Type.Object({ name: Type.Optional(name()), color: Type.Optional(nullable(color())) }),
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getLabelFor(scope.db.reads, scope.actor, ref, canEditLabels),
    answers: { 200: { description: 'The label as it is now', schema: oneOf(Label) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentLabel(await changeLabel(scope, ref, body)),
    }),
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/labels/:id',
    operationId: 'deleteLabel',
    summary: 'Delete a label; its tickets remain',
    params,
    answers: deletedAnswers,
    handle: async ({ scope, params: { id: ref }, headers }, reply) => {
      await deleteLabel(scope, ref);
      return sendDeleted(reply, headers, ref);
    },
  });
}
