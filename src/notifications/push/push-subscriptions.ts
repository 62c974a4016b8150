import { hashText } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import { forbiddenBecause, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { checkTargetUrl, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import type { Scope } from '../../users/index.ts';
import { areKeysOfBrowser, newVapidKeys, type PushTarget, type VapidKeys } from './encrypt-push.ts';
import * as store from './push-store.ts';

export interface SubscriptionInput {
  endpoint: string;
  keys: PushTarget;
}

const keyId = 'vapid';
const subscriptionsMax = 20;

/** The keys of this instance, made once. Browsers are bound to them, so they are never replaced. */
export async function getVapidKeys(db: Database, box: SecretBox, now: number): Promise<VapidKeys> {
  let kept = await store.findVapidKeys(db.reads, { id: keyId });
  if (!kept) {
    const { publicKey, privateKey } = newVapidKeys();
    const sealed = box.seal(privateKey, store.vapidContext(keyId));
    kept = await db.transaction(async (tx) => {
      await store.insertVapidKeys(tx, { id: keyId, publicKey, privateKey: sealed, createdAt: now });
      // Another process may have been quicker.
      return store.findVapidKeys(tx, { id: keyId });
    });
  }
  if (!kept) throw new Error('The keys for pushes were not stored');
  return { publicKey: kept.publicKey, privateKey: box.open(kept.privateKey, store.vapidContext(keyId)) };
}

/**
 * Lets the browser of this session receive pushes. They end with the session: who signs out, changes the password or is
 * signed out by others gets no more of them.
 */
export async function subscribe(
  scope: Scope,
  { endpoint, keys }: SubscriptionInput,
  outbound: OutboundHttp,
  box: SecretBox,
): Promise<{ id: string }> {
  const { userId, credential } = scope.actor;
  if (credential.kind !== 'session')
    throw forbiddenBecause('Pushes go to the browser of a signed-in session, not to an API key');
  await assertEndpoint(endpoint, outbound);
  if (!areKeysOfBrowser(keys))
    throw invalid({ keys: ['Keys must be those that the browser gives with its subscription'] });
  const now = scope.clock.now();
  return scope.write(async (tx) => {
    const { id } = await store.upsertSubscription(tx, {
      ...{
        id: newId(now),
        userId,
        sessionId: credential.id,
        endpointHash: hashText(endpoint),
        createdAt: now,
      },
      target: '',
    });
    const target = JSON.stringify({ endpoint, ...keys });
    await store.setTarget(tx, { id, target: box.seal(target, store.subscriptionContext(id)) });
    await store.deleteOldSubscriptions(tx, { userId, keep: subscriptionsMax });
    return { id };
  });
}

export async function unsubscribe(scope: Scope, id: string): Promise<string> {
  const { userId } = scope.actor;
  return scope.write(async (tx) => {
    if (!(await store.deleteOwnSubscription(tx, { id, userId }))) throw notFound('Push subscription');
    return id;
  });
}

async function assertEndpoint(endpoint: string, outbound: OutboundHttp): Promise<void> {
  const url = await checkTargetUrl(endpoint, outbound);
  if (url === 'private_address')
    throw invalid({ endpoint: ['Endpoint must not be an address of a private network'] });
  if (typeof url === 'string')
    throw invalid({
      endpoint: ['Endpoint must be the address that the browser gives with its subscription'],
    });
}
