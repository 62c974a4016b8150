import type { FastifyInstance } from 'fastify';
import { addAgentTaskRoutes } from './agent-task-routes.ts';
import { addAgentWorkRoutes } from './agent-work-routes.ts';

export function addRoutes(
  app: FastifyInstance,
  { config }: { config: { AGENT_TASKS_PER_HOUR: number } },
): void {
  addAgentTaskRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addAgentWorkRoutes(app);
}
