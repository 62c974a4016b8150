import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { LimitsInput, OwnStatusInput, Workflow, WorkflowInput } from './workflow-schemas.ts';
import { addOwnStatus, deleteOwnStatus, getWorkflow, setLimits, setWorkflow } from './workflows.ts';

const params = Type.Object({ id: projectRef });

export function addWorkflowRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Fields', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/workflow', {
    operationId: 'getWorkflow',
    summary: 'Get what a project calls its statuses, and which may follow which',
    params,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The workflow', schema: dataOf(Workflow) } },
    handle: async ({ scope, params: { id: ref } }) => ({ data: await getWorkflow(scope, ref) }),
  });

  router.put('/api/project/:id/workflow', {
    operationId: 'setWorkflow',
    summary: 'Replace the workflow of a project',
    description:
      'What is absent is as by default; an empty object restores all of it. Limits stay unless they are given, and so do statuses that the project added.',
    params,
    body: WorkflowInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 200: { description: 'The workflow as it is now', schema: dataOf(Workflow) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({ data: await setWorkflow(scope, ref, body) }),
  });

  router.post('/api/project/:id/workflow/statuses', {
    operationId: 'addStatus',
    summary: 'Add a status of the project for one of the six',
    description:
      'Tickets there have the status of the six and, in `ownStatusId`, this one. Its place, name, color and limit change with the workflow.',
    params,
    body: OwnStatusInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 201: { description: 'The workflow with the new status', schema: dataOf(Workflow) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({ data: await addOwnStatus(scope, ref, body) }),
  });

  router.delete('/api/project/:id/workflow/statuses/:statusId', {
    operationId: 'deleteStatus',
    summary: 'Delete a status that the project added; its tickets stay in the one of the six',
    params: Type.Object({ id: projectRef, statusId: id() }),
    delete: ({ scope, params: { id: ref, statusId } }) => deleteOwnStatus(scope, ref, statusId),
  });

  router.put('/api/project/:id/limits', {
    operationId: 'setLimits',
    summary: 'Set how many tickets should be in a status at most',
    description: 'Boards of the project show the limits to everybody. No ticket is refused because of one.',
    params,
    body: LimitsInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 200: { description: 'The workflow with its limits', schema: dataOf(Workflow) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: await setLimits(scope, ref, body.limits),
    }),
  });
}
