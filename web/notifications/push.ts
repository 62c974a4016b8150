import { api } from '../api/index.ts';
import { loadLateMessages, m } from '../messages/index.ts';
import { openHref } from '../router/index.ts';
import { markNotification } from './mark-notifications.ts';

/** Where the service worker finds the sentences: it has no messages of its own. */
const wordsCache = 'push-words';
const wordsKey = '/push-words.json';

/**
 * Lets this browser receive notifications while no window of Docket is open. False if it cannot, for example without the
 * service of its maker: windows then show them while they are open.
 */
export async function startPush(): Promise<boolean> {
  const worker = await readyWorker();
  if (!worker) return false;
  try {
    await loadLateMessages();
    await keepWords();
    const subscription = (await worker.pushManager.getSubscription()) ?? (await subscribe(worker));
    // Also when it was subscribed before: the session may be another one.
    await api.subscribeToPushes({ body: bodyOf(subscription) });
    return true;
  } catch {
    return false;
  }
}

export async function endPush(): Promise<void> {
  const subscription = await (await readyWorker())?.pushManager.getSubscription();
  if (!subscription) return;
  const { data } = await api.subscribeToPushes({ body: bodyOf(subscription) });
  await subscription.unsubscribe();
  await api.unsubscribeFromPushes({ params: { id: data.id } });
}

/** A press on a notification goes to a window that is open, if there is one. */
globalThis.navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  if (typeof data?.openPath !== 'string') return;
  void markNotification(data.notificationId, { read: true });
  void openHref(data.openPath);
});

async function subscribe(worker: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { data } = await api.getPushKey();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.publicKey });
}

/** Undefined where there is none: without HTTPS, and where the operator switched it off. */
async function readyWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) return undefined;
  return (await navigator.serviceWorker.getRegistration()) && (await navigator.serviceWorker.ready);
}

function bodyOf(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}

/** By kind or type of the notification; the names are put in by the service worker. */
async function keepWords(): Promise<void> {
  const { sentences, ofTask, reminder } = m.notifications;
  const [who, task] = ['{who}', '{task}'];
  const words = {
    assignment: sentences.assigned(who),
    mention: sentences.mentioned(who),
    reply: sentences.replied(who),
    'comment.created': sentences.commented(who),
    'ticket.deleted': sentences.deleted(who),
    reminder,
    ...Object.fromEntries(
      ['agent_question', 'agent_result', 'agent_failure'].map((kind) => [
        kind,
        ofTask.sentence(kind, who, task),
      ]),
    ),
  };
  await (await caches.open(wordsCache)).put(wordsKey, new Response(JSON.stringify(words)));
}
