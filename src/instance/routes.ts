import type { FastifyInstance } from 'fastify';
import type { MailQueue } from '../mail/index.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { WatchedStorage } from '../platform/storage/index.ts';
import { apiInfo } from './api-info.ts';
import { addHealthRoutes } from './health-routes.ts';
import type { InfoSettings } from './instance-info.ts';
import { addInstanceRoute } from './instance-route.ts';
import { addInstanceSettingsRoutes } from './instance-settings-routes.ts';
import type { StatusSettings } from './instance-status.ts';
import { addInstanceStatusRoutes } from './instance-status-routes.ts';
import { addReferenceRoutes } from './openapi-route.ts';

interface RoutesContext {
  db: Database;
  logger: Logger;
  storage: WatchedStorage;
  config: InfoSettings & StatusSettings;
  mailQueue: MailQueue | undefined;
}

export function addRoutes(app: FastifyInstance, context: RoutesContext): void {
  const { db, config, mailQueue } = context;
  addInstanceRoute(app, db, config);
  addHealthRoutes(app, context);
  addInstanceStatusRoutes(app, config, mailQueue);
  addInstanceSettingsRoutes(app, config);
  addReferenceRoutes(app, apiInfo);
}
