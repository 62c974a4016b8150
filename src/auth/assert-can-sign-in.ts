import type { Tx } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Actor } from '../users/index.ts';
import { findCredential } from './credential-store.ts';
import { listUserIdentities } from './oidc/identity-store.ts';
import { hasUsablePasskey } from './passkeys/passkey-store.ts';
import type { RelyingParty } from './passkeys/relying-party.ts';

/**
 * Refuses to remove the last way to sign in. Call it in the transaction that removed one, under the lock of the
 * person.
 */
export async function assertCanSignIn(
  tx: Tx,
  { userId, email }: Actor,
  relyingParty: RelyingParty | undefined,
): Promise<void> {
  if (await findCredential(tx, { email: foldCase(email) })) return;
  if ((await listUserIdentities(tx, { userId })).length > 0) return;
  if (await hasUsablePasskey(tx, relyingParty, userId)) return;
  throw conflict('This is the only way to sign in to your account. Set a password first.');
}
