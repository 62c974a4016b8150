import type { FastifyInstance } from 'fastify';
import { canWorkOnTask, getTaskFor } from '../../agent-tasks/index.ts';
import { choice, id, nullable, trimmed } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission } from '../../users/index.ts';
import { type HandOverContext, openTaskPullRequest } from './open-task-pull-request.ts';

const PullRequest = Type.Object(
  {
    url: Type.String({ examples: ['https://github.com/acme/app/pull/12'] }),
    number: Type.Integer({ examples: [12] }),
    state: choice(['open', 'merged', 'closed']),
    branch: Type.String({ examples: ['docket/PAY-12/fix'] }),
    commit: Type.String({ examples: ['1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'] }),
    action: choice(['opened', 'updated', 'none'], {
      description: '`none`: what the branch has is merged already',
    }),
  },
  { title: 'AgentTaskPullRequest' },
);

const Input = Type.Object({
  epoch: Type.Integer({ minimum: 1, examples: [1], description: 'Of your lease' }),
  branch: trimmed(1, 250, {
    examples: ['docket/PAY-12/fix'],
    description: 'A branch of the task that is pushed',
  }),
  title: Type.Optional(nullable(trimmed(0, 200, { examples: ['Fix the rounding of prices'] }))),
});

export function addPullRequestRoutes(app: FastifyInstance, context: HandOverContext): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  router.post('/v1/agent-tasks/:id/pull-request', {
    apiKeyScope: 'agent',
    operationId: 'openAgentTaskPullRequest',
    summary: 'Open or update the pull request of a task',
    description:
      'Docket opens it with its own access to the code host, with the ticket, its criteria and how the change was made in the text. It becomes an artifact of the task and a link of the ticket. Repeating the request updates the text.',
    params: Type.Object({ id: id() }),
    body: Input,
    asksOthers: true,
    authorizeFirst: requirePermission(getTaskFor, canWorkOnTask),
    responses: { 200: { description: 'The pull request', schema: dataOf(PullRequest) } },
    handle: async ({ scope, params, body }) => ({
      data: await openTaskPullRequest(scope, context, params.id, body),
    }),
  });
}
