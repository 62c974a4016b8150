import { insertApiKey } from '../../src/auth/api-key-store.ts';
import { insertIdentity } from '../../src/auth/oidc/identity-store.ts';
import { insertPasskey } from '../../src/auth/passkeys/passkey-store.ts';
import {
  confirmSecondFactor,
  putPendingSecondFactor,
} from '../../src/auth/second-factor/second-factor-store.ts';
import { newId } from '../../src/platform/ids.ts';
import type { World } from './world.ts';

/** Adds one way in of each kind to an account, also to one that may not add them itself. */
export async function addWaysIn({ db, clock }: World, userId: string): Promise<void> {
  const [now, unique] = [clock.now(), newId()];
  await db.transaction(async (tx) => {
    await insertIdentity(tx, {
      id: newId(now),
      userId,
      provider: 'acme',
      issuer: 'https://acme.example',
      subject: unique,
      email: 'eve@acme.example',
      createdAt: now,
      usedAt: now,
    });
    await insertPasskey(tx, {
      id: newId(now),
      userId,
      credentialId: unique,
      publicKey: 'a2V5',
      rpId: 'docket.test',
      counter: 0,
      transports: '',
      synced: 0,
      name: 'Phone of Eve',
      createdAt: now,
      usedAt: null,
    });
    await insertApiKey(tx, {
      id: newId(now),
      userId,
      name: 'Key of Eve',
      keyHash: unique,
      start: 'dkt_0000',
      scopes: 'read',
      projectIds: null,
      createdAt: now,
      expiresAt: null,
    });
    await putPendingSecondFactor(tx, { userId, secretSealed: 'sealed', now });
    await confirmSecondFactor(tx, { userId, step: 1, now });
  });
}
