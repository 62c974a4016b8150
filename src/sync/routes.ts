import type { FastifyInstance } from 'fastify';
import type { InstanceSettings } from '../instance/index.ts';
import { addBootRoutes } from './boot-routes.ts';
import { addSyncRoutes } from './sync-routes.ts';

export function addRoutes(app: FastifyInstance, { config }: { config: InstanceSettings }): void {
  addBootRoutes(app, config);
  addSyncRoutes(app);
}
