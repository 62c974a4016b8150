import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AuditDetails, AuditSource } from '../../audit/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { findUserById } from '../../users/index.ts';
import type { Client } from '../session.ts';
import { finishSignIn, recordFailedSignIn, type SecondStepData, type SignedIn } from '../sign-in.ts';
import { changeStepData, expiredStep, findStep, type NewStep, openStep, useStep } from '../sign-in-step.ts';
import { admitSignIn, settleSignIn } from '../sign-in-throttle.ts';
import { findPasskey, listUsablePasskeys, type Passkey, usePasskey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';
import { challengeLifeMs, newRequestOptions, verifySignature, WrongPasskey } from './webauthn.ts';

interface PasskeyContext extends AuditSource {
  db: Database;
  relyingParty: RelyingParty;
}

/**
 * Begins a sign-in with a passkey alone. The browser learns nothing about accounts: it offers the passkeys that it
 * has for this host.
 */
export async function startPasskeySignIn({
  db,
  relyingParty,
  clock,
}: PasskeyContext): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; step: NewStep }> {
  const options = await newRequestOptions(relyingParty);
  const data = { challenge: options.challenge };
  const step = await db.transaction((tx) =>
    openStep(tx, 'passkey_sign_in', { data }, clock.now(), challengeLifeMs),
  );
  return { options, step };
}

/** A passkey that verified its owner counts as both factors. `token` belongs to the step, whose challenge works once. */
export async function signInWithPasskey(
  context: PasskeyContext,
  token: string | undefined,
  credential: AuthenticationResponseJSON,
  client: Client,
): Promise<SignedIn> {
  const { db, clock } = context;
  const step = await findStep(db.reads, 'passkey_sign_in', token, clock.now());
  if (!token || !step || !(await db.transaction((tx) => useStep(tx, token)))) throw expiredStep();
  const { challenge } = JSON.parse(step.data) as { challenge: string };
  const passkey = await findPasskey(db.reads, { credentialId: credential.id });
  // The device names the account that it made the passkey for. It may leave that out only where the passkey is a
  // second factor.
  const isNamed = Boolean(credential.response.userHandle);
  return finish(context, {
    challenge,
    passkey: isNamed ? passkey : undefined,
    credential,
    client,
    details: {},
  });
}

/** The passkeys of the person whose password was right, as second factor. */
export async function startSecondStepWithPasskey(
  { db, relyingParty, clock }: PasskeyContext,
  token: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const step = await findStep(db.reads, 'second_factor', token, clock.now());
  if (!token || !step?.userId) throw expiredStep();
  const passkeys = await listUsablePasskeys(db.reads, relyingParty, step.userId);
  if (passkeys.length === 0) throw conflict('You have no passkey. Enter a code of your authenticator app.');
  const options = await newRequestOptions(relyingParty, passkeys);
  const { details } = JSON.parse(step.data) as SecondStepData;
  const changed: SecondStepData = { details, challenge: options.challenge };
  if (!(await db.transaction((tx) => changeStepData(tx, token, step.data, changed)))) throw expiredStep();
  return options;
}

/** A wrong answer uses up the challenge, not the step: the person can try again, or enter a code. */
export async function finishSecondStepWithPasskey(
  context: PasskeyContext,
  token: string | undefined,
  credential: AuthenticationResponseJSON,
  client: Client,
): Promise<SignedIn> {
  const { db, clock } = context;
  const step = await findStep(db.reads, 'second_factor', token, clock.now());
  if (!token || !step?.userId) throw expiredStep();
  const { details, challenge } = JSON.parse(step.data) as SecondStepData;
  if (!challenge || !(await db.transaction((tx) => changeStepData(tx, token, step.data, { details }))))
    throw expiredStep();
  const found = await findPasskey(db.reads, { credentialId: credential.id });
  const passkey = found?.userId === step.userId ? found : undefined;
  const proof = { challenge, passkey, credential, client, details: { ...details, secondFactor: 'passkey' } };
  return finish(context, proof, (tx) => useStep(tx, token));
}

interface Proof {
  challenge: string;
  passkey: Passkey | undefined;
  credential: AuthenticationResponseJSON;
  client: Client;
  details: AuditDetails;
}

/** `endStep` returns false if the step ended meanwhile, because the account was disabled or its credentials changed. */
async function finish(
  { db, relyingParty, ...source }: PasskeyContext,
  { challenge, passkey, credential, client, details }: Proof,
  endStep: (tx: Tx) => Promise<boolean> = async () => true,
): Promise<SignedIn> {
  const user = passkey && (await findUserById(db.reads, { id: passkey.userId }));
  const address = client.address ?? 'unknown';
  const account = user ? foldCase(user.email) : `unknown passkey from ${address}`;
  await db.transaction((tx) => admitSignIn(tx, account, address, source.clock.now(), 'passkey'));
  const refuse = async (reason: 'wrong_passkey' | 'passkey_copied' | 'disabled') => {
    await recordFailedSignIn(db, source, user && { userId: user.id, name: user.name }, reason);
    throw new Refusal(
      'UNAUTHORIZED',
      'This passkey does not sign in here. Use another one, or your password.',
    );
  };
  if (!passkey || !user) return refuse('wrong_passkey');
  const used = await verifySignature(relyingParty, challenge, passkey, credential).catch((error: unknown) => {
    if (!(error instanceof WrongPasskey)) throw error;
    return undefined;
  });
  if (!used) return refuse('wrong_passkey');
  if (!user.active) return refuse('disabled');
  const signedIn = await db.transaction(async (tx) => {
    const now = source.clock.now();
    // The passkey may have been removed, or the account disabled, since they were read.
    const stored = await findPasskey(tx, { credentialId: passkey.credentialId });
    if (!stored || !(await findUserById(tx, { id: user.id }))?.active) throw expiredStep();
    if (!(await usePasskey(tx, { id: passkey.id, ...used, now }))) return undefined;
    if (!(await endStep(tx))) throw expiredStep();
    await settleSignIn(tx, account, address, true, 'passkey');
    return finishSignIn(tx, source, user.id, client, { ...details, passkey: passkey.id });
  });
  return signedIn ?? refuse('passkey_copied');
}
