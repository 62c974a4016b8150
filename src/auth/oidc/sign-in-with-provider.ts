import { type AuditSource, actingAs, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import type { SignUpMode } from '../../instance-settings/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import { Type } from '../../platform/schema.ts';
import { parseInput } from '../../platform/validation/index.ts';
import {
  findUserByEmail,
  findUserById,
  hasAccounts,
  type User,
  updateEmailVerified,
} from '../../users/index.ts';
import { identityAdded } from '../account-events.ts';
import { notifyAccount } from '../account-notice.ts';
import { emailField } from '../auth-schemas.ts';
import { insertAccount } from '../create-account.ts';
import type { Client } from '../session.ts';
import { type FirstStep, type FirstStepContext, finishFirstStep, recordFailedSignIn } from '../sign-in.ts';
import type { ReadSignUp } from '../sign-up-mode.ts';
import { admitSignUp } from '../sign-up-throttle.ts';
import { findIdentity, insertIdentity, touchIdentity } from './identity-store.ts';
import type { OidcProvider, ProviderClaims } from './oidc-client.ts';
import { ProviderRefusal } from './provider-refusal.ts';

interface SignInContext extends FirstStepContext {
  sendsMail: boolean;
  readSignUp: ReadSignUp;
}

/**
 * Signs in the person that the provider named: the account of the identity, else the account with the same proved
 * e-mail address, else a new account where the operator allows it.
 */
export async function signInWithProvider(
  { db, sendsMail, readSignUp, relyingParty, ...source }: SignInContext,
  provider: OidcProvider,
  claims: ProviderClaims,
  client: Client,
): Promise<FirstStep> {
  const vouched = assertAllowedDomain(provider, claims);
  const details = { provider: provider.id };
  const known = await findIdentity(db.reads, { issuer: claims.issuer, subject: claims.subject });
  const disabled = known && (await findUserById(db.reads, { id: known.userId }));
  if (disabled && !disabled.active) {
    await recordFailedSignIn(db, source, { userId: disabled.id, name: disabled.name }, 'disabled');
    throw new ProviderRefusal('not_allowed');
  }
  return db.transaction(async (tx) => {
    // If two first sign-ins happen at the same moment, the second finds the account that the first has made.
    if (!known && vouched) await tx.advisoryLock(`first sign-in ${foldCase(vouched)}`);
    const identity = await findIdentity(tx, { issuer: claims.issuer, subject: claims.subject });
    if (identity) {
      await assertActive(tx, identity.userId);
      await touchIdentity(tx, { id: identity.id, now: source.clock.now() });
      return finishFirstStep(tx, { relyingParty, ...source }, identity.userId, client, details);
    }
    if (vouched === undefined) throw new ProviderRefusal('unverified');
    const existing = await findUserByEmail(tx, vouched);
    if (existing) assertMayConnect(existing, vouched);
    const user =
      existing ??
      (await createAccountFor(tx, source, await readSignUp(tx), provider, { ...claims, email: vouched }));
    await connectIdentity(tx, source, user, provider, claims);
    if (existing) await notifyAccount(tx, sendsMail, user.id, 'identity_added', source.clock.now());
    return finishFirstStep(tx, { relyingParty, ...source }, user.id, client, details);
  });
}

/** Stores that the identity signs in to the account. */
export async function connectIdentity(
  tx: Tx,
  source: AuditSource,
  { id: userId, name }: { id: string; name: string },
  provider: OidcProvider,
  { issuer, subject, email }: ProviderClaims,
): Promise<void> {
  const now = source.clock.now();
  const id = newId(now);
  await insertIdentity(tx, {
    id,
    userId,
    provider: provider.id,
    issuer,
    subject,
    email: email?.slice(0, 320) ?? null,
    createdAt: now,
    usedAt: now,
  });
  const data = { user: { id: userId, name }, provider: provider.id };
  await recordEvent(tx, identityAdded, { at: now, actorId: userId, data });
  await recordAudit(
    tx,
    actingAs(source, { userId }),
    'user.identity_added',
    { kind: 'user', id: userId, name },
    { provider: provider.id },
  );
}

/** Returns the address if the provider vouches for it. Throws if the provider signs in other domains only. */
export function assertAllowedDomain(
  { allowedDomains, trustsEmail }: OidcProvider,
  { email, emailVerified }: ProviderClaims,
): string | undefined {
  const vouched = email !== undefined && (emailVerified || trustsEmail) ? parseEmail(email) : undefined;
  if (!allowedDomains) return vouched;
  if (vouched === undefined) throw new ProviderRefusal('unverified');
  const domain = vouched.slice(vouched.lastIndexOf('@') + 1).toLowerCase();
  if (!allowedDomains.includes(domain)) throw new ProviderRefusal('not_allowed');
  return vouched;
}

/** Applies the rules of sign-up. */
function parseEmail(email: string): string | undefined {
  try {
    return parseInput(Type.Object({ email: emailField() }), { email }).email;
  } catch {
    return undefined;
  }
}

async function assertActive(tx: Tx, userId: string): Promise<void> {
  if (!(await findUserById(tx, { id: userId }))?.active) throw new ProviderRefusal('not_allowed');
}

/**
 * Connects an existing account only if its address was proved. Otherwise somebody could sign up with a foreign
 * address and wait for its owner to fill the account. Addresses that are equal only after Unicode folding are
 * different ones.
 */
function assertMayConnect(existing: User, email: string): void {
  if (!existing.active) throw new ProviderRefusal('not_allowed');
  const isSame =
    /^[\x21-\x7e]+$/.test(existing.email) && existing.email.toLowerCase() === email.toLowerCase();
  if (existing.emailProven !== 1 || !isSame) throw new ProviderRefusal('exists');
}

/** With `allowedDomains` the operator allows new accounts of these domains, even where sign-up is closed. */
async function createAccountFor(
  tx: Tx,
  source: AuditSource,
  signUp: SignUpMode,
  provider: OidcProvider,
  { email, name }: ProviderClaims & { email: string },
): Promise<User> {
  const isAllowed = provider.allowedDomains !== undefined || signUp === 'open';
  // The first account becomes the administrator: where sign-up is not open, the operator creates it.
  if (!isAllowed || (signUp !== 'open' && !(await hasAccounts(tx)))) throw new ProviderRefusal('not_allowed');
  const now = source.clock.now();
  await admitSignUp(tx, source.request?.address ?? 'unknown', now);
  const account = { name: nameFrom(name, email), email };
  const { id } = await insertAccount(tx, now, account, null);
  await updateEmailVerified(tx, id, true, now);
  const user = (await findUserById(tx, { id })) as User;
  const subject = { kind: 'user', id, name: user.name } as const;
  const details = { role: user.role, provider: provider.id };
  await recordAudit(tx, actingAs(source, { userId: id }), 'user.created', subject, details);
  return user;
}

const nameFrom = (name: string | undefined, email: string): string =>
  (name ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
    .trim() || email.slice(0, email.lastIndexOf('@')).slice(0, 200);
