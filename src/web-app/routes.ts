import type { FastifyInstance } from 'fastify';
import { sendLandingPage } from '../instance/index.ts';
import type { SteadyClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { addCspReportRoute } from './csp-report-routes.ts';
import type { WebApp } from './web-app.ts';
import { addWebAppRoutes } from './web-app-routes.ts';

interface RoutesContext {
  db: Database;
  clock: SteadyClock;
  logger: Logger;
  config: { SESSION_COOKIE_PREFIX: string; WEB_OFFLINE: 'on' | 'off'; PUBLIC_HELP: 'on' | 'off' };
}

/** Without a web app `/` is a page with links to the API reference. */
export function addRoutes(app: FastifyInstance, context: RoutesContext, webApp: WebApp | undefined): void {
  if (webApp) {
    addWebAppRoutes(app, context, webApp);
    addCspReportRoute(app, context);
  } else {
    app.get('/', { config: { access: 'public' } }, (_request, reply) => sendLandingPage(reply));
  }
}
