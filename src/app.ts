import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addAgentTaskRoutes, addAgentWorkRoutes } from './agent-tasks/index.ts';
import { addAgentAccountRoutes } from './agents/index.ts';
import { addAttachmentRoutes, addAvatarRoutes } from './attachments/index.ts';
import {
  type AuthSettings,
  addAuthRoutes,
  addCredentialRoutes,
  installAuthentication,
  refuseForeignOrigins,
} from './auth/index.ts';
import type { Config } from './config.ts';
import { addDocsRoutes, newDocsDesk } from './docs-generation/index.ts';
import { docsSettings } from './docs-settings.ts';
import { eventCatalogue } from './event-catalogue.ts';
import { installReactions } from './event-reactions.ts';
import {
  addInboundSettingRoutes,
  addLedgerRoutes,
  addReceiveRoutes,
  type InboundSettings,
} from './inbound-webhooks/index.ts';
import { addHealthRoutes, addLandingPage, addReferenceRoutes, apiInfo } from './instance/index.ts';
import { acceptInvitation, addInvitationRoutes, getInvitation } from './invitations/index.ts';
import { addLiveRoutes } from './live/index.ts';
import { addUnsubscribeRoutes } from './mail/index.ts';
import { addMcpRoutes, newTools } from './mcp/index.ts';
import { addNotificationRoutes } from './notifications/index.ts';
import { addDeliveryRoutes, addWebhookRoutes } from './outbound-webhooks/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/index.ts';
import { installIdempotency, newRateLimiter, newServer } from './platform/http/index.ts';
import type { Logger } from './platform/logger.ts';
import { newOutboundClients } from './platform/outbound-http/index.ts';
import { newSecretBox } from './platform/secret-box/index.ts';
import { newFileStorage } from './platform/storage/index.ts';
import { addMemberRoutes, addProjectItemRoutes, resolveProjects } from './projects/index.ts';
import { addSearchRoutes } from './search/index.ts';
import { addStatsRoutes } from './stats/index.ts';
import {
  addBulkRoutes,
  addCommentRoutes,
  addExportRoutes,
  addGroupRoutes,
  addHistoryRoutes,
  addLabelRoutes,
  addLinkRoutes,
  addRelationRoutes,
  addTicketRoutes,
  addTimeLogRoutes,
  addWatcherRoutes,
} from './tickets/index.ts';
import { addUserRoutes } from './users/index.ts';
import { addWorkspaceRoutes } from './workspaces/index.ts';

export interface Parts {
  db: Database;
  clock: Clock;
  config: Config;
  logger: Logger;
  /** How far the event loop may lag before requests are refused as too many. */
  lagMaxMs?: number | undefined;
}

/** Puts the parts together; never listens, so that tests can speak to it directly. */
export function buildApp({ db, clock, config, logger, lagMaxMs }: Parts): FastifyInstance {
  const app = newServer({
    logger,
    trustProxy: config.TRUST_PROXY === 'on',
    rewriteUrl: singularProject,
    lagMaxMs,
  });

  const auth: AuthSettings = {
    db,
    clock,
    cookieFor: (request: FastifyRequest) => ({
      prefix: config.SESSION_COOKIE_PREFIX,
      secure: request.protocol === 'https' || config.BASE_URL?.startsWith('https:') === true,
    }),
    limit: config.RATE_LIMIT === 'off' ? () => {} : newRateLimiter(config.RATE_LIMIT, clock),
  };
  refuseForeignOrigins(app, config.BASE_URL ? [config.BASE_URL] : []);
  installAuthentication(app, auth);
  installIdempotency(app, { db, clock, callerOf: (request) => request.scope?.actor.userId });

  addHealthRoutes(app, db, logger);
  addLandingPage(app);
  addReferenceRoutes(app, apiInfo);
  addAuthRoutes(app, {
    ...auth,
    signUp: config.SIGN_UP,
    invitations: { assertInvited: getInvitation, accept: acceptInvitation },
  });
  addCredentialRoutes(app, resolveProjects);
  addAgentAccountRoutes(app);
  addWorkspaceRoutes(app);
  addProjectItemRoutes(app);
  addMemberRoutes(app);
  addInvitationRoutes(app, {
    baseUrl: config.baseUrl,
    sendsMail: config.SMTP_URL !== undefined,
    isClosed: config.SIGN_UP === 'closed',
  });
  addTicketRoutes(app);
  addBulkRoutes(app);
  addExportRoutes(app);
  addCommentRoutes(app);
  addTimeLogRoutes(app);
  addWatcherRoutes(app);
  addRelationRoutes(app);
  addLinkRoutes(app);
  addHistoryRoutes(app, eventCatalogue);
  addLabelRoutes(app);
  addGroupRoutes(app);
  addLiveRoutes(app, { db, clock, catalogue: eventCatalogue });
  const storage = newFileStorage(config.filesFolder, clock);
  addAttachmentRoutes(app, storage, config.ATTACHMENT_BYTES_MAX);
  addAvatarRoutes(app, storage);
  addAgentTaskRoutes(app, config.AGENT_TASKS_PER_HOUR);
  addAgentWorkRoutes(app);
  const inbound = inboundSettings(config);
  addReceiveRoutes(app, { db, clock, logger, settings: inbound });
  addInboundSettingRoutes(app, inbound.serverUrl);
  addLedgerRoutes(app, inbound);
  const outbound = newOutboundClients();
  app.addHook('onClose', () => outbound.close());
  const desk = newDocsDesk(docsSettings(config), newSecretBox(config.secretKeys), outbound);
  addDocsRoutes(app, desk, db);
  addMcpRoutes(app, { tools: newTools(desk), logger, ownOrigins: config.BASE_URL ? [config.BASE_URL] : [] });
  addSearchRoutes(app);
  addStatsRoutes(app);
  addUserRoutes(app, eventCatalogue);
  addNotificationRoutes(app);
  addUnsubscribeRoutes(app, { db, clock });
  installReactions();
  const box = newSecretBox(config.secretKeys);
  addWebhookRoutes(
    app,
    { outbound: outbound[config.WEBHOOK_EGRESS], box, catalogue: eventCatalogue },
    config.API_URL ?? config.BASE_URL,
  );
  addDeliveryRoutes(app, eventCatalogue);
  app.keepNamedAddresses();
  return app;
}

function inboundSettings(config: Config): InboundSettings {
  return {
    secrets: {
      github: config.GITHUB_WEBHOOK_SECRET,
      gitlab: config.GITLAB_WEBHOOK_SECRET,
      gitea: config.GITEA_WEBHOOK_SECRET,
      // Forgejo is told by a header that anybody can add: without a secret of its own it needs that of Gitea.
      forgejo: config.FORGEJO_WEBHOOK_SECRET ?? config.GITEA_WEBHOOK_SECRET,
      bitbucket: config.BITBUCKET_WEBHOOK_SECRET,
    },
    genericToken: config.GENERIC_WEBHOOK_TOKEN,
    isProduction: config.NODE_ENV === 'production',
    allowsUnsigned: config.ALLOW_UNSIGNED_WEBHOOKS === '1',
    tasksPerHourMax: config.AGENT_TASKS_PER_HOUR,
    serverUrl: config.serverUrl,
  };
}

/** `/api/projects/[id]…` answers as `/api/project/[id]…`. */
function singularProject(url: string): string {
  return url.startsWith('/api/projects/') && url.length > '/api/projects/'.length && url[14] !== '?'
    ? `/api/project/${url.slice('/api/projects/'.length)}`
    : url;
}
