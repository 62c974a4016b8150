import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { addAgentTaskRoutes } from './agent-task-routes.ts';
import { addAgentWorkRoutes } from './agent-work-routes.ts';
import { TaskWaiters } from './task-waiters.ts';

export function addRoutes(
  app: FastifyInstance,
  { config, db, clock }: { config: { AGENT_TASKS_PER_HOUR: number }; db: Database; clock: Clock },
): void {
  addAgentTaskRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addAgentWorkRoutes(app, new TaskWaiters(db, clock));
}
