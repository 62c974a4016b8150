import type { FastifyInstance } from 'fastify';
import type { DocsGenerationContext } from '../docs-generation/index.ts';
import { addLandingRoutes } from './merges/landing-routes.ts';
import { addPullRequestRoutes } from './pull-requests/pull-request-routes.ts';
import { addWorkflowRoutes } from './workflow/workflow-routes.ts';

/** What agents do with linked repositories: WORKFLOW.md is read from them, pull requests are opened there. */
export function addRoutes(
  app: FastifyInstance,
  {
    docs,
    config,
  }: { docs: DocsGenerationContext; config: { baseUrl: string; AGENT_TASKS_PER_HOUR: number } },
): void {
  addWorkflowRoutes(app, { docs, tasksPerHourMax: config.AGENT_TASKS_PER_HOUR });
  addLandingRoutes(app);
  addPullRequestRoutes(app, { docs, baseUrl: config.baseUrl });
}
