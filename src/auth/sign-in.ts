import { type AuditDetails, type AuditSource, actingAs, recordAudit } from '../audit/index.ts';
import { hashPassword, verifyPassword } from '../platform/crypto.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import { findUserById, type User } from '../users/index.ts';
import { type Credential, findCredential } from './credential-store.ts';
import { hasUsablePasskey } from './passkeys/passkey-store.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';
import { findSecondFactor } from './second-factor/second-factor-store.ts';
import { type Client, type NewSession, openSession } from './session.ts';
import { rememberSignInAddress } from './sign-in-address-store.ts';
import { type NewStep, openStep } from './sign-in-step.ts';
import { admitSignIn, settleSignIn } from './sign-in-throttle.ts';

export interface SignedIn {
  user: User;
  session: NewSession;
}

/** Passkeys are available only with a relying party. */
export interface FirstStepContext extends AuditSource {
  db: Database;
  relyingParty: RelyingParty | undefined;
}

/** A person with a second factor gets no session before the second step. */
export type FirstStep = SignedIn | { secondStep: SecondStep };

export interface SecondStep extends NewStep {
  methods: SecondStepMethod[];
}

/** How a person can finish a sign-in. Recovery codes count as codes. */
export const secondStepMethods = ['code', 'passkey'] as const;
export type SecondStepMethod = (typeof secondStepMethods)[number];

/** What the step of the second factor stores. */
export interface SecondStepData {
  /** For the audit log. */
  details: AuditDetails;
  /** Set while the browser asks for a passkey. */
  challenge?: string;
}

type FailureReason = 'wrong_password' | 'wrong_code' | 'wrong_passkey' | 'passkey_copied' | 'disabled';

/** Verified when there is no account, so that the response time does not reveal whether there is one. */
let dummyHash: Promise<string> | undefined;

export async function signIn(
  { db, relyingParty, ...source }: FirstStepContext,
  { email, password }: { email: string; password: string },
  client: Client,
): Promise<FirstStep> {
  const { clock } = source;
  const emailFolded = foldCase(email.trim());
  const address = client.address ?? 'unknown';
  await db.transaction((tx) => admitSignIn(tx, emailFolded, address, clock.now()));

  const credential = await findCredential(db.reads, { email: emailFolded });
  const matches = await isRightPassword(password, credential).catch(async (error: unknown) => {
    await db.transaction((tx) => settleSignIn(tx, emailFolded, address, false));
    throw error;
  });
  if (!credential || !matches || !credential.active) {
    await recordFailedSignIn(db, source, credential, matches ? 'disabled' : 'wrong_password');
    throw new Refusal('UNAUTHORIZED', 'E-mail address or password is wrong');
  }
  return db.transaction(async (tx) => {
    await settleSignIn(tx, emailFolded, address, true);
    return finishFirstStep(tx, { relyingParty, ...source }, credential.userId, client);
  });
}

/**
 * Continues after the password or the answer of a provider was right: opens the session, or begins the step of the
 * second factor.
 */
export async function finishFirstStep(
  tx: Tx,
  { relyingParty, ...source }: Omit<FirstStepContext, 'db'>,
  userId: string,
  client: Client,
  details: AuditDetails = {},
): Promise<FirstStep> {
  const factor = await findSecondFactor(tx, { userId });
  if (!factor || factor.confirmedAt === null) return finishSignIn(tx, source, userId, client, details);
  const data: SecondStepData = { details };
  const step = await openStep(tx, 'second_factor', { userId, data }, source.clock.now());
  const hasPasskey = await hasUsablePasskey(tx, relyingParty, userId);
  return { secondStep: { ...step, methods: hasPasskey ? ['code', 'passkey'] : ['code'] } };
}

/** Opens the session of an account that has passed every step. */
export async function finishSignIn(
  tx: Tx,
  source: AuditSource,
  userId: string,
  client: Client,
  details: AuditDetails = {},
): Promise<SignedIn> {
  const now = source.clock.now();
  await rememberSignInAddress(tx, userId, client.address ?? 'unknown', now);
  const session = await openSession(tx, userId, client, now);
  const user = (await findUserById(tx, { id: userId })) as User;
  await recordSignIn(tx, source, user, session.id, details);
  return { user, session };
}

export const recordSignIn = (
  tx: Tx,
  source: AuditSource,
  { id, name }: Pick<User, 'id' | 'name'>,
  sessionId: string,
  details: AuditDetails = {},
) =>
  recordAudit(
    tx,
    actingAs(source, { userId: id, credential: { kind: 'session', id: sessionId } }),
    'user.signed_in',
    { kind: 'user', id, name },
    { sessionId, ...details },
  );

/**
 * Does the same work for known and unknown accounts. An unknown address is not recorded, because people type their
 * password into the wrong field. Refusals of the throttle are not recorded either, so that a stranger cannot fill the
 * log.
 */
export const recordFailedSignIn = (
  db: Database,
  source: AuditSource,
  account: Pick<Credential, 'userId' | 'name'> | undefined,
  reason: FailureReason,
) =>
  db.transaction((tx) =>
    recordAudit(
      tx,
      source,
      'user.sign_in_failed',
      account ? { kind: 'user', id: account.userId, name: account.name } : { kind: 'user', id: 'unknown' },
      { reason: account ? reason : 'unknown_account' },
    ),
  );

async function isRightPassword(password: string, credential: Credential | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('nobody');
  return verifyPassword(password, credential?.passwordHash ?? (await dummyHash));
}
