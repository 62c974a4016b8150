import type { FastifyInstance } from 'fastify';
import { canSetAgentLimits } from '../agent-tasks/index.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { canReadProject, getProjectFor, projectRef } from '../projects/index.ts';
import { requirePermission } from '../users/index.ts';
import { AgentBranches, AgentBranchesInput } from './branch-schemas.ts';
import { getAgentBranches, setAgentBranches } from './branch-settings.ts';

export function addSettingsRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  const params = Type.Object({ id: projectRef });
  router.get('/api/project/:id/agent-branches', {
    operationId: 'getAgentBranches',
    summary: 'Get how agents of a project push',
    params,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The settings', schema: dataOf(AgentBranches) } },
    handle: async ({ scope, params }) => ({ data: await getAgentBranches(scope, params.id) }),
  });

  router.put('/api/project/:id/agent-branches', {
    operationId: 'setAgentBranches',
    summary: 'Change how agents of a project push',
    description: 'For admins of the project, not for agents. Absent fields keep their value.',
    params,
    body: AgentBranchesInput,
    authorizeFirst: requirePermission(getProjectFor, canSetAgentLimits),
    responses: { 200: { description: 'The settings as they are now', schema: dataOf(AgentBranches) } },
    handle: async ({ scope, params, body }) => ({ data: await setAgentBranches(scope, params.id, body) }),
  });
}
