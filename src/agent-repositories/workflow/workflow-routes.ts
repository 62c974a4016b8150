import type { FastifyInstance } from 'fastify';
import { canWorkOnTask, getTaskFor } from '../../agent-tasks/index.ts';
import { id, nullable } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canUseRepositories, canWriteInProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { getTaskWorkflow, getWorkflow, refreshNow } from './get-workflow.ts';
import type { RefreshContext } from './refresh-workflow.ts';
import { TaskWorkflow, Workflow } from './workflow-schemas.ts';

const params = Type.Object({ id: projectRef });
const authorizeFirst = requirePermission(getProjectFor, canUseRepositories);

export function addWorkflowRoutes(app: FastifyInstance, context: Omit<RefreshContext, 'db' | 'clock'>): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/agent-workflow', {
    operationId: 'getAgentWorkflow',
    summary: 'Get what WORKFLOW.md and the settings of a project say about agents',
    description:
      'For members of the project. `from` says where a value comes from: the settings of the project come before the file.',
    params,
    authorizeFirst,
    responses: { 200: { description: 'The effective policy', schema: dataOf(Workflow) } },
    handle: async ({ scope, params }) => ({ data: await getWorkflow(scope, params.id) }),
  });

  router.post('/api/project/:id/agent-workflow/refresh', {
    operationId: 'refreshAgentWorkflow',
    summary: 'Read WORKFLOW.md from the linked repository now',
    params,
    asksOthers: true,
    authorizeFirst: requirePermission(getProjectFor, canWriteInProject),
    responses: { 200: { description: 'The effective policy', schema: dataOf(Workflow) } },
    handle: async ({ scope, params }) => ({ data: await refreshNow(scope, context, params.id) }),
  });

  router.get('/v1/agent-tasks/:id/workflow', {
    apiKeyScope: 'agent',
    operationId: 'getAgentTaskWorkflow',
    summary: 'Get hooks, checks and prompt for a task from WORKFLOW.md',
    description: 'For those who may work on the task.',
    params: Type.Object({ id: id() }),
    authorizeFirst: requirePermission(getTaskFor, canWorkOnTask),
    responses: {
      200: {
        description: 'Of the last version without problems; null without one',
        schema: dataOf(nullable(TaskWorkflow)),
      },
    },
    handle: async ({ scope, params }) => ({ data: await getTaskWorkflow(scope, params.id) }),
  });
}
