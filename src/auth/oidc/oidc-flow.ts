import type { AuditSource } from '../../audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { notFound, Refusal, upstreamFailed } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { assertEmailVerified, findUserById, type Scope, type User } from '../../users/index.ts';
import { notifyAccount } from '../account-notice.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { Client } from '../session.ts';
import type { FirstStep } from '../sign-in.ts';
import { findStep, type NewStep, openStep, type StepPurpose, useStep } from '../sign-in-step.ts';
import type { ReadSignUp } from '../sign-up-mode.ts';
import { findIdentity } from './identity-store.ts';
import type { OidcClient, OidcProvider, PendingAuthorization } from './oidc-client.ts';
import { ProviderRefusal } from './provider-refusal.ts';
import { assertAllowedDomain, connectIdentity, signInWithProvider } from './sign-in-with-provider.ts';

export interface OidcSettings {
  providers: readonly OidcProvider[];
  client: OidcClient;
  baseUrl: string;
  sendsMail: boolean;
  readSignUp: ReadSignUp;
  relyingParty: RelyingParty | undefined;
  logger: Logger;
}

export interface StartedFlow extends NewStep {
  /** Where the browser goes. */
  url: string;
}

interface FlowData extends PendingAuthorization {
  provider: string;
  /** The page that was asked for. */
  next: string;
}

/** Begins a sign-in with a provider. */
export const startSignIn = (
  context: AuditSource & { db: Database },
  settings: OidcSettings,
  providerId: string,
  next: string | null | undefined,
): Promise<StartedFlow> => start(context, settings, providerId, 'oidc_sign_in', null, localPath(next));

/** Begins to connect a provider to the account that is signed in. */
export async function startConnecting(
  scope: Scope,
  settings: OidcSettings,
  providerId: string,
  password: string | null | undefined,
): Promise<StartedFlow> {
  await confirmIdentity(scope, password);
  await assertEmailVerified(scope.db.reads, scope);
  return start(scope, settings, providerId, 'oidc_connect', scope.actor.userId, '/me/security');
}

async function start(
  { db, clock }: AuditSource & { db: Database },
  { providers, client, baseUrl, logger }: OidcSettings,
  providerId: string,
  purpose: StepPurpose,
  userId: string | null,
  next: string,
): Promise<StartedFlow> {
  const provider = providers.find(({ id }) => id === providerId);
  if (!provider) throw notFound('Provider');
  const { url, ...pending } = await client
    .start(provider, callbackUri(baseUrl, provider))
    .catch((error: unknown) => {
      logger.warn({ err: error, provider: provider.id }, 'provider not reachable');
      throw upstreamFailed(`${provider.label} does not answer. Try again, or sign in another way.`);
    });
  const data: FlowData = { ...pending, provider: provider.id, next };
  const step = await db.transaction((tx) => openStep(tx, purpose, { userId, data }, clock.now()));
  return { ...step, url };
}

export type FinishedFlow = { first: FirstStep; next: string } | { connected: true; next: string };

/**
 * Finishes the flow when the provider has sent the browser back. `token` is from the cookie of the browser that
 * began. Without it nothing happens, so nobody can sign somebody else in with a foreign callback address. The step
 * works once.
 */
export async function finishFlow(
  context: AuditSource & { db: Database },
  settings: OidcSettings,
  providerId: string,
  callback: { query: string; token: string | undefined; sessionUserId: string | undefined; client: Client },
): Promise<FinishedFlow> {
  const { db, clock } = context;
  const { token, sessionUserId } = callback;
  const signingIn = await findStep(db.reads, 'oidc_sign_in', token, clock.now());
  const step = signingIn ?? (await findStep(db.reads, 'oidc_connect', token, clock.now()));
  const used = token && step ? await db.transaction((tx) => useStep(tx, token)) : false;
  if (!step || !used) throw new ProviderRefusal('failed');
  const { provider: startedWith, next, ...pending } = JSON.parse(step.data) as FlowData;
  const provider = settings.providers.find(({ id }) => id === providerId);
  // A code of one provider must not be sent to another.
  if (!provider || startedWith !== providerId) throw new ProviderRefusal('failed');
  try {
    const address = new URL(`${callbackUri(settings.baseUrl, provider)}?${callback.query}`);
    const claims = await settings.client.finish(provider, address, pending);
    if (signingIn) {
      const { sendsMail, readSignUp, relyingParty } = settings;
      const first = await signInWithProvider(
        { ...context, sendsMail, readSignUp, relyingParty },
        provider,
        claims,
        callback.client,
      );
      return { first, next };
    }
    if (step.userId === null || step.userId !== sessionUserId) throw new ProviderRefusal('failed');
    const userId = step.userId;
    assertAllowedDomain(provider, claims);
    await db.transaction(async (tx) => {
      const identity = await findIdentity(tx, { issuer: claims.issuer, subject: claims.subject });
      if (identity && identity.userId !== userId) throw new ProviderRefusal('exists');
      if (identity) return;
      await assertEmailVerified(tx, { actor: { userId } });
      const user = (await findUserById(tx, { id: userId })) as User;
      await connectIdentity(tx, context, user, provider, claims);
      await notifyAccount(tx, settings.sendsMail, userId, 'identity_added', clock.now());
    });
    return { connected: true, next };
  } catch (error) {
    throw asProviderRefusal(error, provider, settings.logger);
  }
}

const callbackUri = (baseUrl: string, { id }: Pick<OidcProvider, 'id'>) =>
  `${baseUrl}/api/auth/oidc/${id}/callback`;

/** A path of the web app, never another host. */
const localPath = (path: string | null | undefined): string =>
  path && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';

function asProviderRefusal(error: unknown, provider: OidcProvider, logger: Logger): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error;
  // The throttle refuses too many new accounts of one address.
  if (!(error instanceof Refusal))
    logger.warn({ err: error, provider: provider.id }, 'sign-in with a provider failed');
  return new ProviderRefusal('failed');
}
