import type { FastifyInstance } from 'fastify';
import type { RepositoryTrust } from '../projects/index.ts';
import { addDeliveryLogRoutes } from './delivery-log/delivery-log-routes.ts';
import type { InboundContext, InboundSettings } from './inbound-context.ts';
import { addReceiveRoutes } from './receive/receive-routes.ts';
import { addInboundSecretRoutes } from './settings/inbound-secret-routes.ts';
import { addInboundSettingRoutes } from './settings/inbound-setting-routes.ts';

type RoutesContext = Omit<InboundContext, 'settings'> & {
  config: InboundConfig;
  repositoryTrust: RepositoryTrust;
};

interface InboundConfig {
  GITHUB_WEBHOOK_SECRET?: string | undefined;
  GITLAB_WEBHOOK_SECRET?: string | undefined;
  GITEA_WEBHOOK_SECRET?: string | undefined;
  FORGEJO_WEBHOOK_SECRET?: string | undefined;
  BITBUCKET_WEBHOOK_SECRET?: string | undefined;
  GENERIC_WEBHOOK_TOKEN?: string | undefined;
  NODE_ENV?: string | undefined;
  ALLOW_UNSIGNED_WEBHOOKS?: string | undefined;
  AGENT_TASKS_PER_HOUR: number;
  serverUrl: string;
}

export function addRoutes(
  app: FastifyInstance,
  { db, clock, logger, secretBox, config, repositoryTrust }: RoutesContext,
): void {
  const settings = inboundSettings(config, repositoryTrust);
  addReceiveRoutes(app, { db, clock, logger, secretBox, settings });
  addInboundSettingRoutes(app, settings.serverUrl);
  addInboundSecretRoutes(app, { secretBox, serverUrl: settings.serverUrl });
  addDeliveryLogRoutes(app, settings);
}

function inboundSettings(config: InboundConfig, trust: RepositoryTrust): InboundSettings {
  return {
    secrets: {
      github: config.GITHUB_WEBHOOK_SECRET,
      gitlab: config.GITLAB_WEBHOOK_SECRET,
      gitea: config.GITEA_WEBHOOK_SECRET,
      // Any sender can set Forgejo's headers, so without a secret of its own Forgejo needs that of Gitea.
      forgejo: config.FORGEJO_WEBHOOK_SECRET ?? config.GITEA_WEBHOOK_SECRET,
      bitbucket: config.BITBUCKET_WEBHOOK_SECRET,
    },
    genericToken: config.GENERIC_WEBHOOK_TOKEN,
    isProduction: config.NODE_ENV === 'production',
    allowsUnsigned: config.ALLOW_UNSIGNED_WEBHOOKS === '1',
    tasksPerHourMax: config.AGENT_TASKS_PER_HOUR,
    trust,
    serverUrl: config.serverUrl,
  };
}
