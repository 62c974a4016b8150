import type { FastifyInstance } from 'fastify';
import type { SteadyClock } from '../platform/clock.ts';
import { addGitRoutes } from './git-routes.ts';
import type { LeasedBranchesContext } from './leased-branches-context.ts';
import { addSettingsRoutes } from './settings-routes.ts';

export function addRoutes(
  app: FastifyInstance,
  context: LeasedBranchesContext & { clock: SteadyClock },
): void {
  addSettingsRoutes(app);
  addGitRoutes(app, context);
}
