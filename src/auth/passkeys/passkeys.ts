import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { assertEmailVerified, lockUser, type Scope } from '../../users/index.ts';
import { passkeyAdded, passkeyRemoved, passkeyRenamed } from '../account-events.ts';
import { notifyAccount } from '../account-notice.ts';
import { assertCanSignIn } from '../assert-can-sign-in.ts';
import { assertSession } from '../assert-session.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import { findStep, type NewStep, openStep, useStep } from '../sign-in-step.ts';
import {
  deletePasskey,
  insertPasskey,
  listUserPasskeys,
  type Passkey,
  updatePasskeyName,
} from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  type CreationOptions,
  challengeLifeMs,
  newCreationOptions,
  verifyNewPasskey,
  WrongPasskey,
} from './webauthn.ts';

export interface PasskeySettings {
  /** Undefined if passkeys are off. */
  relyingParty: RelyingParty | undefined;
  readInstanceName: (queries: Queries) => Promise<string>;
  sendsMail: boolean;
}

const passkeysMax = 20;

export const listPasskeys = ({ db, actor }: Scope) => listUserPasskeys(db.reads, { userId: actor.userId });

/** Begins to add a passkey: the browser makes one with these options, for the challenge that the step stores. */
export async function startPasskey(
  scope: Scope,
  settings: PasskeySettings,
  password: string | null | undefined,
): Promise<{ options: CreationOptions; step: NewStep }> {
  const relyingParty = assertPasskeysOn(settings.relyingParty);
  await confirmIdentity(scope, password);
  const { actor, clock } = scope;
  await assertEmailVerified(scope.db.reads, scope);
  const known = await listPasskeys(scope);
  assertRoom(known);
  const user = { id: actor.userId, email: actor.email, name: actor.name };
  const options = await newCreationOptions(
    relyingParty,
    await settings.readInstanceName(scope.db.reads),
    user,
    known,
  );
  const begun = { userId: actor.userId, data: { challenge: options.challenge } };
  const step = await scope.write((tx) =>
    openStep(tx, 'passkey_creation', begun, clock.now(), challengeLifeMs),
  );
  return { options, step };
}

/** `token` is the token of the step that `startPasskey` began in the same browser. Its challenge works once. */
export async function addPasskey(
  scope: Scope,
  settings: PasskeySettings,
  token: string | undefined,
  { name, credential }: { name: string; credential: RegistrationResponseJSON },
): Promise<Passkey> {
  const relyingParty = assertPasskeysOn(settings.relyingParty);
  const { actor, clock, db } = scope;
  assertSession(actor);
  const step = await findStep(db.reads, 'passkey_creation', token, clock.now());
  const isOwn = token !== undefined && step?.userId === actor.userId;
  if (!isOwn || !(await db.transaction((tx) => useStep(tx, token))))
    throw conflict('The time to add this passkey is over. Start again.');
  const { challenge } = JSON.parse(step.data) as { challenge: string };
  const verified = await verifyNewPasskey(relyingParty, challenge, credential).catch((error: unknown) => {
    if (!(error instanceof WrongPasskey)) throw error;
    throw invalid({ credential: ['This is not a passkey for this page. Start again.'] });
  });
  return scope.write(async (tx) => {
    const now = clock.now();
    await lockUser(tx, actor.userId);
    await assertEmailVerified(tx, scope);
    assertRoom(await listUserPasskeys(tx, { userId: actor.userId }));
    const passkey: Passkey = {
      ...verified,
      id: newId(now),
      userId: actor.userId,
      rpId: relyingParty.id,
      transports: (credential.response.transports ?? []).join(','),
      name,
      createdAt: now,
      usedAt: null,
    };
    if (!(await insertPasskey(tx, passkey))) throw conflict('This passkey belongs to an account already.');
    await recordChange(tx, scope, 'added', passkey);
    await notifyAccount(tx, settings.sendsMail, actor.userId, 'passkey_added', now);
    return passkey;
  });
}

export async function renamePasskey(scope: Scope, id: string, name: string): Promise<Passkey> {
  const { actor } = scope;
  assertSession(actor);
  return scope.write(async (tx) => {
    const passkey = await updatePasskeyName(tx, { id, userId: actor.userId, name });
    if (!passkey) throw notFound('Passkey');
    await recordChange(tx, scope, 'renamed', passkey);
    return passkey;
  });
}

export async function removePasskey(
  scope: Scope,
  { relyingParty, sendsMail }: PasskeySettings,
  id: string,
  password: string | null | undefined,
): Promise<void> {
  await confirmIdentity(scope, password);
  const { actor, clock } = scope;
  await scope.write(async (tx) => {
    await lockUser(tx, actor.userId);
    const passkey = await deletePasskey(tx, { id, userId: actor.userId });
    if (!passkey) throw notFound('Passkey');
    await assertCanSignIn(tx, actor, relyingParty);
    await recordChange(tx, scope, 'removed', passkey);
    await notifyAccount(tx, sendsMail, actor.userId, 'passkey_removed', clock.now());
  });
}

export function assertPasskeysOn(relyingParty: RelyingParty | undefined): RelyingParty {
  if (relyingParty) return relyingParty;
  throw conflict(
    'This instance has no passkeys. They need an https address, or localhost, in the setting BASE_URL.',
  );
}

function assertRoom(known: Passkey[]): void {
  if (known.length >= passkeysMax)
    throw conflict(`You have ${passkeysMax} passkeys, which is the most. Remove one first.`);
}

const changes = { added: passkeyAdded, renamed: passkeyRenamed, removed: passkeyRemoved };

async function recordChange(
  tx: Tx,
  scope: Scope,
  change: keyof typeof changes,
  { id, name }: Passkey,
): Promise<void> {
  const { actor, clock } = scope;
  const user = { id: actor.userId, name: actor.name };
  const data = { user, passkey: { id, name } };
  await recordEvent(tx, changes[change], { at: clock.now(), actorId: actor.userId, data });
  await recordAudit(tx, scope, `user.passkey_${change}`, { kind: 'user', ...user }, { passkey: id, name });
}
