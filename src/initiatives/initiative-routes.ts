import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter, presentVersioned } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { projectRef } from '../projects/index.ts';
import { ProjectsForecast, ProjectsForecastQuery } from '../stats/index.ts';
import { requirePermission } from '../users/index.ts';
import { canEditInitiative, canReadInitiative } from './initiative.ts';
import {
  Initiative,
  InitiativeChanges,
  InitiativeListQuery,
  InitiativeOrder,
  NewInitiative,
  presentInitiativeTo,
} from './initiative-schemas.ts';
import {
  changeInitiative,
  createInitiative,
  deleteInitiative,
  getInitiative,
  getInitiativeFor,
  getInitiativeForecast,
  listInitiatives,
  orderInitiatives,
  setInitiativeProject,
} from './initiatives.ts';

const params = Type.Object({ id: id() });
const ofProject = Type.Object({ id: id(), projectId: projectRef });
const theInitiative = { description: 'The initiative as it is now', schema: dataOf(Initiative) };

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Initiatives', access: 'signed-in' });
  router.list('/api/initiatives', {
    operationId: 'listInitiatives',
    summary: 'List the initiatives of your workspaces',
    query: InitiativeListQuery,
    response: { description: 'A page of initiatives, in their order', item: Initiative },
    list: async ({ scope, query }, page) => {
      const { rows, ...rest } = await listInitiatives(scope, query, page);
      return { rows: rows.map(presentInitiativeTo(scope.actor)), ...rest };
    },
  });

  router.post('/api/initiatives', {
    operationId: 'createInitiative',
    summary: 'Create an initiative',
    description: 'Admins and owners of the workspace may.',
    versioned: true,
    body: NewInitiative,
    responses: { 201: { description: 'The initiative', schema: dataOf(Initiative) } },
    handle: async ({ scope, body }, reply) =>
      presentVersioned(reply, await createInitiative(scope, body), presentInitiativeTo(scope.actor)),
  });

  router.put('/api/initiatives/order', {
    operationId: 'orderInitiatives',
    summary: 'Set the order of the initiatives of a workspace',
    body: InitiativeOrder,
    responses: {
      200: { description: 'The order as it is now', schema: dataOf(Type.Object({ ids: Type.Array(id()) })) },
    },
    handle: async ({ scope, body: { workspaceId, ids } }) => ({
      data: { ids: await orderInitiatives(scope, workspaceId, ids) },
    }),
  });

  router.get('/api/initiatives/:id', {
    operationId: 'getInitiative',
    summary: 'Get an initiative',
    versioned: true,
    params,
    responses: { 200: { description: 'The initiative', schema: dataOf(Initiative) } },
    handle: async ({ scope, params: { id: ref } }, reply) =>
      presentVersioned(reply, await getInitiative(scope, ref), presentInitiativeTo(scope.actor)),
  });

  router.put('/api/initiatives/:id', {
    operationId: 'updateInitiative',
    summary: 'Change an initiative',
    description: 'Its owner may, and admins and owners of the workspace. Absent fields keep their value.',
    versioned: true,
    params,
    body: InitiativeChanges,
    authorizeFirst: requirePermission(getInitiativeFor, canEditInitiative),
    responses: { 200: theInitiative },
    handle: async ({ scope, params: { id: ref }, body }, reply) =>
      presentVersioned(reply, await changeInitiative(scope, ref, body), presentInitiativeTo(scope.actor)),
  });

  router.delete('/api/initiatives/:id', {
    operationId: 'deleteInitiative',
    summary: 'Delete an initiative',
    description: 'Its projects stay.',
    versioned: true,
    params,
    delete: ({ scope, params: { id: ref } }) => deleteInitiative(scope, ref),
  });

  router.put('/api/initiatives/:id/projects/:projectId', {
    operationId: 'addInitiativeProject',
    summary: 'Add a project to an initiative',
    description: 'A project of the same workspace, which may be in several initiatives.',
    params: ofProject,
    responses: { 200: theInitiative },
    handle: async ({ scope, params: { id: ref, projectId } }) => ({
      data: presentInitiativeTo(scope.actor)(await setInitiativeProject(scope, ref, projectId, true)),
    }),
  });

  router.delete('/api/initiatives/:id/projects/:projectId', {
    operationId: 'removeInitiativeProject',
    summary: 'Remove a project from an initiative',
    params: ofProject,
    responses: {
      200: theInitiative,
      204: { description: 'Removed; for requests with `Prefer: return=minimal`' },
    },
    delete: async ({ scope, params: { id: ref, projectId } }) =>
      presentInitiativeTo(scope.actor)(await setInitiativeProject(scope, ref, projectId, false)),
  });

  router.get('/api/initiatives/:id/forecast', {
    operationId: 'getInitiativeForecast',
    summary: 'What becomes of the open tickets of an initiative',
    description:
      'As `flow` of the forecast of a project, over all active projects of the initiative that you may read together.',
    params,
    query: ProjectsForecastQuery,
    authorizeFirst: requirePermission(getInitiativeFor, canReadInitiative),
    responses: { 200: { description: 'The forecast', schema: dataOf(ProjectsForecast) } },
    handle: async ({ scope, params: { id: ref }, query }) => ({
      data: await getInitiativeForecast(scope, ref, query),
    }),
  });
}
