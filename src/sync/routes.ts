import type { FastifyInstance } from 'fastify';
import { addSyncRoutes } from './sync-routes.ts';

export function addRoutes(app: FastifyInstance): void {
  addSyncRoutes(app);
}
