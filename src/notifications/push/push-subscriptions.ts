import { hashText, isSameSecret } from '../../platform/crypto.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { checkTargetUrl, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import { type SecretBox, SecretUnavailable } from '../../platform/secret-box/index.ts';
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
    await takeFromOthers(tx, userId, { endpoint, keys }, box);
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

/**
 * A browser that somebody else signs in to is theirs, without what waits for the person before. Only the browser itself
 * has the keys of its address: who learned the address alone takes nothing over.
 */
async function takeFromOthers(
  tx: Tx,
  userId: string,
  { endpoint, keys }: SubscriptionInput,
  box: SecretBox,
): Promise<void> {
  const known = await store.findSubscription(tx, { endpointHash: hashText(endpoint) });
  if (!known || known.userId === userId) return;
  const kept = openTarget(known, box);
  if (kept && !isSameSecret(`${keys.p256dh} ${keys.auth}`, `${kept.p256dh} ${kept.auth}`))
    throw conflict('Another account receives pushes at this address. Subscribe the browser again.');
  await store.deleteSubscription(tx, { id: known.id });
}

/** Undefined if the key of the server that sealed it is gone: nothing can be sent to that browser any more. */
function openTarget({ id, target }: { id: string; target: string }, box: SecretBox): PushTarget | undefined {
  try {
    return JSON.parse(box.open(target, store.subscriptionContext(id))) as PushTarget;
  } catch (error) {
    if (error instanceof SecretUnavailable) return undefined;
    throw error;
  }
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
  if (typeof url === 'string' || !isSecure(url))
    throw invalid({
      endpoint: ['Endpoint must be the address that the browser gives with its subscription'],
    });
}

/** As for pages: HTTPS, or this machine, where developers run a service of their own. */
const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
