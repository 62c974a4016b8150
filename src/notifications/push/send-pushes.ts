import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, dayMs, minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { OutboundFailure, type OutboundHttp } from '../../platform/outbound-http/index.ts';
import { type SecretBox, SecretUnavailable } from '../../platform/secret-box/index.ts';
import { findOpenable } from '../hide-unreadable.ts';
import type { NotificationData } from '../notification.ts';
import { encryptPush, type PushTarget, type VapidKeys, vapidHeader } from './encrypt-push.ts';
import type { DuePush } from './push-store.ts';
import * as store from './push-store.ts';
import { getVapidKeys } from './push-subscriptions.ts';

export interface PushSender {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** Reaches the addresses that browsers gave. */
  outbound: OutboundHttp;
  box: SecretBox;
  baseUrl: string;
}

type Outcome = 'sent' | 'dropped' | 'gone' | 'later';

const pushesPerBatch = 8;
const timeoutMs = 20 * secondMs;
// A process that ends in the middle leaves the push to the next one. Browsers show a push of one notification once.
const claimedForMs = minuteMs;
const retryAfterMs = [1, 5, 15, 60, 4 * 60].map((minutes) => minutes * minuteMs);
const keptForMs = dayMs;
const urgentKinds = new Set(['assignment', 'mention', 'agent_question', 'reminder']);

export const startPushLoop = (sender: PushSender) =>
  startBackgroundLoop({
    name: 'push',
    logger: sender.logger,
    intervalMs: secondMs,
    step: () => sendDuePushes(sender),
  });

/** Sends a batch of due pushes. Returns whether more may be due. */
export async function sendDuePushes(sender: PushSender): Promise<boolean> {
  const { db, clock } = sender;
  const now = clock.now();
  const due = await store.listDuePushes(db.reads, { now, limit: pushesPerBatch });
  if (due.length === 0) return false;
  // Before any push is claimed: if the keys cannot be opened, every push and browser stays until they can.
  const keys = await getVapidKeys(db, sender.box, now);
  await Promise.all(due.map((push) => sendPush(sender, push, keys, now)));
  return due.length === pushesPerBatch;
}

async function sendPush(sender: PushSender, push: DuePush, keys: VapidKeys, now: number): Promise<void> {
  const { db } = sender;
  const claim = { ...idOf(push), now, dueAt: now + claimedForMs };
  if (!(await db.transaction((tx) => store.claimPush(tx, claim)))) return;
  const outcome = await trySend(sender, push, keys, now);
  const waitMs = outcome === 'later' ? retryAfterMs[push.attempts] : undefined;
  await db.transaction(async (tx) => {
    if (outcome === 'gone') await store.deleteSubscription(tx, { id: push.subscriptionId });
    else if (waitMs === undefined) await store.deletePush(tx, idOf(push));
    else await postpone(tx, push.subscriptionId, now + waitMs);
  });
}

async function postpone(tx: Tx, subscriptionId: string, dueAt: number): Promise<void> {
  // Several pushes of a batch fail at once and change the same rows: without the lock, PostgreSQL sees a deadlock.
  await tx.advisoryLock(`pushes ${subscriptionId}`);
  await store.postponePushes(tx, { subscriptionId, dueAt });
}

async function trySend(sender: PushSender, push: DuePush, vapid: VapidKeys, now: number): Promise<Outcome> {
  const { db, outbound, logger, box, baseUrl } = sender;
  if (push.readAt !== null || now - push.createdAt > keptForMs) return 'dropped';
  // Checked again at sending time: who lost access gets nothing.
  if (!(await findOpenable(db.reads, push.userId, [push]))(push)) return 'dropped';
  try {
    const opened = box.open(push.target, store.subscriptionContext(push.subscriptionId));
    const { endpoint, ...keys } = JSON.parse(opened) as PushTarget & { endpoint: string };
    const url = new URL(endpoint);
    const { status } = await outbound.send({
      method: 'POST',
      url,
      headers: {
        authorization: vapidHeader(vapid, url, baseUrl, now),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(keptForMs / secondMs),
        urgency: urgentKinds.has(push.kind) ? 'high' : 'normal',
      },
      body: encryptPush(Buffer.from(JSON.stringify(draftPush(push))), keys),
      ...{ totalTimeoutMs: timeoutMs, responseBytesMax: 1_000, whenTooLarge: 'cut' },
    });
    const outcome = judge(status);
    if (outcome !== 'sent')
      logger.info({ subscription: push.subscriptionId, status, outcome }, 'Push not taken');
    return outcome;
  } catch (error) {
    if (error instanceof SecretUnavailable) return 'gone';
    if (!(error instanceof OutboundFailure)) throw error;
    logger.info({ subscription: push.subscriptionId, problem: error.word }, 'Push not taken');
    return 'later';
  }
}

function judge(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  // The browser is no longer subscribed, or was subscribed with other keys.
  if ([401, 403, 404, 410].includes(status)) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'dropped';
}

/** The browser puts it into words, in the language of its person. Lengths are limited so that it fits into one record. */
export function draftPush({ notificationId, kind, eventType, data }: DuePush) {
  const { message, actor, ticket, project, comment, task } = JSON.parse(data) as NotificationData;
  const path = ticket ? `/t/${ticket.key ?? ticket.id}` : project ? `/p/${project.key}/board` : '/inbox';
  const query = comment ? `?comment=${comment.id}` : task && ticket ? `?task=${task.id}` : '';
  return {
    id: notificationId,
    ...{ kind, type: eventType },
    message: cut(message, 300),
    who: cut(actor?.name, 80),
    task: cut(task?.title, 120),
    about: cut([ticket?.key, ticket?.title ?? project?.name].filter(Boolean).join(' '), 120),
    quote: cut(comment?.excerpt ?? task?.excerpt, 200),
    path: `${path}${query}`,
  };
}

function cut(text: string | undefined, length: number): string {
  const plain = (text ?? '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return [...plain].slice(0, length).join('');
}

const idOf = ({ subscriptionId, notificationId }: DuePush) => ({ subscriptionId, notificationId });
