import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { apiInfo } from './api-info.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addLandingPage } from './landing-page.ts';
import { addReferenceRoutes } from './openapi-route.ts';

export function addRoutes(app: FastifyInstance, { db, logger }: { db: Database; logger: Logger }): void {
  addHealthRoutes(app, db, logger);
  addLandingPage(app);
  addReferenceRoutes(app, apiInfo);
}
