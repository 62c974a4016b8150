import type { FastifyInstance } from 'fastify';
import { canReadTask, getTaskFor } from '../agent-tasks/index.ts';
import { id } from '../platform/field-schemas.ts';
import { newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import { packSize } from './context-pack.ts';
import { getContext } from './get-context.ts';

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  router.get('/v1/agent-tasks/:id/context', {
    apiKeyScope: ['read', 'agent'],
    operationId: 'getAgentTaskContext',
    summary: 'Get what an agent needs to know for a task',
    description:
      'One Markdown text: the ticket, decisions, parent and blocking tickets, project memory, similar tickets that are done. Text of others is quoted.',
    params: Type.Object({ id: id() }),
    query: Type.Object({
      max: Type.Optional(
        Type.Integer({
          minimum: packSize.min,
          maximum: packSize.max,
          default: packSize.default,
          description: 'How many characters it may have',
        }),
      ),
    }),
    authorizeFirst: requirePermission(getTaskFor, canReadTask),
    responses: {
      200: {
        description: 'The text; the same for the same state',
        schema: Type.String(),
        contentType: 'text/markdown',
      },
    },
    handle: async ({ scope, params, query }, reply) =>
      reply
        .type('text/markdown; charset=utf-8')
        .send(await getContext(scope, params.id, query.max ?? packSize.default)),
  });
}
