import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readInstanceSettings, type SettingsSource } from '../instance-settings/index.ts';
import type { SteadyClock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/index.ts';
import { RateLimiter } from '../platform/http/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { OutboundClients } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { addAccountRoutes } from './accounts/account-routes.ts';
import { addAuthRoutes, type Invitations } from './auth-routes.ts';
import { type AuthSettings, installAuthentication, type SessionSettings } from './authenticate.ts';
import { addCredentialRoutes, type ResolveProjects } from './credential-routes.ts';
import { addEmailRoutes } from './email/email-routes.ts';
import { newOidcClient, type OidcProvider } from './oidc/oidc-client.ts';
import { addOidcRoutes } from './oidc/oidc-routes.ts';
import { addPasskeyRoutes } from './passkeys/passkey-routes.ts';
import { findRelyingParty } from './passkeys/relying-party.ts';
import { addPasswordRoutes } from './passwords/password-routes.ts';
import { refuseForeignOrigins } from './refuse-foreign-origin.ts';
import { addSecondFactorRoutes } from './second-factor/second-factor-routes.ts';

interface AuthContext {
  db: Database;
  clock: SteadyClock;
  config: {
    SESSION_COOKIE_PREFIX: string;
    BASE_URL?: string | undefined;
    isHttps: boolean;
    RATE_LIMIT: number | 'off';
    API_KEYS_PER_PERSON: number;
    SMTP_URL?: string | undefined;
    instanceSettings: SettingsSource;
    baseUrl: string;
    oidcProviders: readonly OidcProvider[];
  };
  secretBox: SecretBox;
  logger: Logger;
  outbound: Pick<OutboundClients, 'private'>;
  /** Provided by modules above this one. */
  invitations: Invitations;
  resolveProjects: ResolveProjects;
  findActorByTaskKey: AuthSettings['findActorByTaskKey'];
}

/** Origin check, authentication and rate limit of every route. Install it before any route is added. */
export function installAuth(app: FastifyInstance, context: AuthContext): void {
  const { config } = context;
  refuseForeignOrigins(app, config.BASE_URL ? [config.BASE_URL] : []);
  installAuthentication(app, {
    ...sessionSettings(context),
    ...newLimits(app, context),
    findActorByTaskKey: context.findActorByTaskKey,
  });
}

function newLimits(
  app: FastifyInstance,
  { db, clock, config }: AuthContext,
): Pick<AuthSettings, 'limit' | 'limitAddress'> {
  if (config.RATE_LIMIT === 'off') return { limit: () => {}, limitAddress: () => {} };
  const limiter = new RateLimiter(config.RATE_LIMIT, { clock, shared: db.sharedCounts });
  app.addHook('onClose', () => limiter.stop());
  return {
    limit: (credential, reply) => limiter.admit(credential, reply),
    limitAddress: (address, reply) => limiter.admitAddress(address, reply),
  };
}

export function addRoutes(app: FastifyInstance, context: AuthContext): void {
  const { invitations, resolveProjects, config, secretBox } = context;
  const sendsMail = config.SMTP_URL !== undefined;
  const relyingParty = findRelyingParty(config.BASE_URL);
  const readSettings = (queries: Queries) => readInstanceSettings(queries, config.instanceSettings);
  const readSignUp = async (queries: Queries) => (await readSettings(queries)).signUp;
  const readInstanceName = async (queries: Queries) => (await readSettings(queries)).name;
  addAuthRoutes(app, {
    ...sessionSettings(context),
    secretBox,
    readSignUp,
    sendsMail,
    relyingParty,
    invitations,
  });
  addOidcRoutes(app, sessionSettings(context), {
    providers: config.oidcProviders,
    client: newOidcClient(context.outbound.private, context.clock),
    baseUrl: config.baseUrl,
    readSignUp,
    sendsMail,
    relyingParty,
    logger: context.logger,
  });
  addPasskeyRoutes(app, sessionSettings(context), {
    relyingParty,
    sendsMail,
    readInstanceName,
  });
  addSecondFactorRoutes(app, sessionSettings(context), { secretBox, sendsMail, readInstanceName });
  addEmailRoutes(app, { sendsMail });
  addPasswordRoutes(app, { ...sessionSettings(context), sendsMail });
  addCredentialRoutes(app, resolveProjects, config.API_KEYS_PER_PERSON);
  addAccountRoutes(app, config.baseUrl);
}

const sessionSettings = ({ db, clock, config }: AuthContext): SessionSettings => ({
  db,
  clock,
  cookieFor: (request: FastifyRequest) => ({
    prefix: config.SESSION_COOKIE_PREFIX,
    secure: request.protocol === 'https' || config.isHttps,
  }),
});
