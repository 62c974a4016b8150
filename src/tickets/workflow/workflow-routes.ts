import type { FastifyInstance } from 'fastify';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { Workflow, WorkflowInput } from './workflow-schemas.ts';
import { getWorkflow, setWorkflow } from './workflows.ts';

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
    description: 'What is absent is as by default; an empty object restores all of it.',
    params,
    body: WorkflowInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 200: { description: 'The workflow as it is now', schema: dataOf(Workflow) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({ data: await setWorkflow(scope, ref, body) }),
  });
}
