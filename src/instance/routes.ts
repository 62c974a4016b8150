import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { apiInfo } from './api-info.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { InstanceSettings } from './instance-info.ts';
import { addInstanceRoute } from './instance-route.ts';
import { addReferenceRoutes } from './openapi-route.ts';

interface RoutesContext {
  db: Database;
  logger: Logger;
  config: InstanceSettings;
}

export function addRoutes(app: FastifyInstance, { db, logger, config }: RoutesContext): void {
  addInstanceRoute(app, db, config);
  addHealthRoutes(app, db, logger);
  addReferenceRoutes(app, apiInfo);
}
