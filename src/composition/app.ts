import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addRoutes as addAgentRepositoryRoutes } from '../agent-repositories/index.ts';
import { addRoutes as addAgentTaskRoutes } from '../agent-tasks/index.ts';
import { addRoutes as addAgentRoutes } from '../agents/index.ts';
import { addRoutes as addArchiveRoutes } from '../archives/index.ts';
import { addRoutes as addAttachmentRoutes } from '../attachments/index.ts';
import { addRoutes as addAuditRoutes } from '../audit/index.ts';
import { addRoutes as addAuthRoutes, installAuth } from '../auth/index.ts';
import { addRoutes as addCollaborationRoutes } from '../collaboration/index.ts';
import { addRoutes as addContextRoutes } from '../context-packs/index.ts';
import { addRoutes as addDemoRoutes } from '../demo/index.ts';
import { addRoutes as addDocsRoutes } from '../docs-generation/index.ts';
import { addRoutes as addImportRoutes } from '../imports/index.ts';
import { addRoutes as addInboundWebhookRoutes } from '../inbound-webhooks/index.ts';
import { addRoutes as addInitiativeRoutes } from '../initiatives/index.ts';
import { addHealthRoutes, addRoutes as addInstanceRoutes } from '../instance/index.ts';
import { addRoutes as addIntakeRoutes } from '../intake/index.ts';
import { addRoutes as addInvitationRoutes } from '../invitations/index.ts';
import { addRoutes as addLeasedBranchRoutes } from '../leased-branches/index.ts';
import { addRoutes as addLiveRoutes } from '../live/index.ts';
import { addRoutes as addMailRoutes } from '../mail/index.ts';
import { addRoutes as addMcpRoutes } from '../mcp/index.ts';
import { addMetricsRoutes, type Monitoring } from '../monitoring/index.ts';
import { addRoutes as addNotificationRoutes } from '../notifications/index.ts';
import { addRoutes as addOauthRoutes } from '../oauth/index.ts';
import { addRoutes as addOutboundWebhookRoutes } from '../outbound-webhooks/index.ts';
import {
  type BodyOptions,
  installCompression,
  installIdempotency,
  limitBodies,
  newServer,
  type ServerOptions,
  traceRequests,
} from '../platform/http/index.ts';
import { addRoutes as addMemoryRoutes } from '../project-memory/index.ts';
import { addRoutes as addProjectRoutes } from '../projects/index.ts';
import { addRoutes as addProofRoutes } from '../proof/index.ts';
import { addRoutes as addReleaseRoutes } from '../releases/index.ts';
import { addRoutes as addSealRoutes } from '../sealed-history/index.ts';
import { addRoutes as addSearchRoutes } from '../search/index.ts';
import { addRoutes as addStatsRoutes } from '../stats/index.ts';
import { addRoutes as addSyncRoutes } from '../sync/index.ts';
import { addRoutes as addTicketRoutes } from '../tickets/index.ts';
import { addRoutes as addUserRoutes } from '../users/index.ts';
import { addRoutes as addViewRoutes } from '../views/index.ts';
import { addRoutes as addWebAppRoutes, type WebApp } from '../web-app/index.ts';
import { addRoutes as addWorkspaceRoutes } from '../workspaces/index.ts';
import type { Context } from './context.ts';
import { assertReplayAllowed, idempotencyCaller } from './replay-access.ts';

/** Adds the routes of each module, in the order of the API reference. */
const routesOfModules: ((app: FastifyInstance, context: Context) => void)[] = [
  addInstanceRoutes,
  addAuditRoutes,
  addDemoRoutes,
  addAuthRoutes,
  addAgentRoutes,
  addWorkspaceRoutes,
  addSealRoutes,
  addProjectRoutes,
  addInvitationRoutes,
  addTicketRoutes,
  addViewRoutes,
  addLiveRoutes,
  addSyncRoutes,
  addAttachmentRoutes,
  addArchiveRoutes,
  addImportRoutes,
  addAgentTaskRoutes,
  addProofRoutes,
  addReleaseRoutes,
  addLeasedBranchRoutes,
  addAgentRepositoryRoutes,
  addContextRoutes,
  addCollaborationRoutes,
  addMemoryRoutes,
  addInboundWebhookRoutes,
  addIntakeRoutes,
  addDocsRoutes,
  addMcpRoutes,
  addOauthRoutes,
  addSearchRoutes,
  addStatsRoutes,
  addInitiativeRoutes,
  addUserRoutes,
  addNotificationRoutes,
  addMailRoutes,
  addOutboundWebhookRoutes,
];

export interface AppOptions extends Pick<ServerOptions, 'admission' | 'unreadMs'> {
  /** If undefined, only the API is served. */
  webApp?: WebApp | undefined;
  /** If undefined, nothing is measured. */
  monitoring?: Monitoring | undefined;
  /** Replaced by tests. */
  bodies?: Omit<BodyOptions, 'callerOf'> | undefined;
}

/** Adds every route to a server that does not listen yet, so that tests can call it directly. */
export function buildApp(
  context: Context,
  { webApp, admission, unreadMs, monitoring, bodies }: AppOptions = {},
): FastifyInstance {
  const { db, clock, config, logger } = context;
  const app = newServer({
    logger,
    trustedProxies: config.TRUST_PROXY,
    rewriteUrl: singularProject,
    isHttps: config.isHttps,
    admission,
    unreadMs,
  });
  if (context.tracing) traceRequests(app, context.tracing);
  installAuth(app, context);
  const callerOf = (request: FastifyRequest) => request.scope?.actor.userId;
  limitBodies(app, { ...bodies, callerOf });
  installIdempotency(app, { db, clock, logger, callerOf: idempotencyCaller, assertReplayAllowed });
  installCompression(app);
  if (monitoring) addMetricsRoutes(app, { monitoring, config });
  for (const addRoutes of routesOfModules) addRoutes(app, context);
  addWebAppRoutes(app, context, webApp);
  app.reserveFixedPaths();
  return app;
}

/** The routes of a worker, which serves no API: `/healthz`, `/readyz` and `/metrics`. */
export function buildHealthApp(context: Context, monitoring: Monitoring): FastifyInstance {
  const { config, logger } = context;
  const app = newServer({ logger, trustedProxies: 0, rewriteUrl: (url) => url });
  addMetricsRoutes(app, { monitoring, config });
  addHealthRoutes(app, context);
  return app;
}

/** Makes `/api/projects/[id]…` an alias of `/api/project/[id]…`. */
function singularProject(url: string): string {
  return url.startsWith('/api/projects/') && url.length > '/api/projects/'.length && url[14] !== '?'
    ? `/api/project/${url.slice('/api/projects/'.length)}`
    : url;
}
