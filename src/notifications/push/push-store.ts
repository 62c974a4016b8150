import { sql } from '../../platform/db/index.ts';
import { sealedColumn } from '../../platform/secret-box/index.ts';

export interface PushSubscription {
  id: string;
  userId: string;
  sessionId: string;
  /** SHA-256 of the address, so that a browser that subscribes again is the same subscription. */
  endpointHash: string;
  /** `{endpoint, p256dh, auth}` as JSON, sealed: who has it can address the browser. */
  target: string;
  createdAt: number;
}

export interface DuePush {
  subscriptionId: string;
  notificationId: string;
  userId: string;
  target: string;
  attempts: number;
  kind: string;
  eventType: string;
  ticketId: string | null;
  data: string;
  readAt: number | null;
  createdAt: number;
}

export const findVapidKeys = sql.find<{ id: string }, { publicKey: string; privateKey: string }>(
  'select public_key as "publicKey", private_key as "privateKey" from push_keys where id = :id',
);
export const insertVapidKeys = sql.run<{
  id: string;
  publicKey: string;
  privateKey: string;
  createdAt: number;
}>(`
  insert into push_keys (id, public_key, private_key, created_at)
  values (:id, :publicKey, :privateKey, :createdAt) on conflict (id) do nothing`);

export const upsertSubscription = sql.get<PushSubscription, { id: string }>(`
  insert into push_subscriptions (id, user_id, session_id, endpoint_hash, target, created_at)
  values (:id, :userId, :sessionId, :endpointHash, :target, :createdAt)
  on conflict (endpoint_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    created_at = excluded.created_at
  returning id`);
export const findSubscription = sql.find<
  Pick<PushSubscription, 'endpointHash'>,
  Pick<PushSubscription, 'id' | 'userId' | 'target'>
>('select id, user_id as "userId", target from push_subscriptions where endpoint_hash = :endpointHash');
export const setTarget = sql.run<{ id: string; target: string }>(
  'update push_subscriptions set target = :target where id = :id',
);
/** The oldest ones of a person, beyond those that are kept. */
export const deleteOldSubscriptions = sql.run<{ userId: string; keep: number }>(`
  delete from push_subscriptions where user_id = :userId and id not in (
    select id from push_subscriptions where user_id = :userId order by created_at desc, id desc limit :keep)`);
export const deleteOwnSubscription = sql.change<{ id: string; userId: string }>(
  'delete from push_subscriptions where id = :id and user_id = :userId',
);
export const deleteSubscription = sql.run<{ id: string }>('delete from push_subscriptions where id = :id');

/** One push for each browser of the people of these notifications. */
export const insertPushes = sql.run<{ ids: string[]; now: number }>(`
  insert into pushes (subscription_id, notification_id, due_at, created_at)
  select s.id, n.id, :now, :now from notifications n join push_subscriptions s on s.user_id = n.user_id
  where n.id in :ids[] on conflict (subscription_id, notification_id) do nothing`);
export const listDuePushes = sql.list<{ now: number; limit: number }, DuePush>(`
  select p.subscription_id as "subscriptionId", p.notification_id as "notificationId", s.user_id as "userId", s.target,
    p.attempts, n.kind, n.event_type as "eventType", n.ticket_id as "ticketId", n.data, n.read_at as "readAt", p.created_at as "createdAt"
  from pushes p join push_subscriptions s on s.id = p.subscription_id join notifications n on n.id = p.notification_id
    and n.user_id = s.user_id
  where p.due_at <= :now order by p.due_at, p.subscription_id, p.notification_id limit :limit`);
/** Returns true for exactly one of several senders. It is due again if the process ends before the answer. */
export const claimPush = sql.change<{
  subscriptionId: string;
  notificationId: string;
  now: number;
  dueAt: number;
}>(`
  update pushes set attempts = attempts + 1, due_at = :dueAt
  where subscription_id = :subscriptionId and notification_id = :notificationId and due_at <= :now`);
/** With the others to the same browser: a service that answers nobody must not take the turns of all other people. */
export const postponePushes = sql.run<{ subscriptionId: string; dueAt: number }>(
  'update pushes set due_at = :dueAt where subscription_id = :subscriptionId and due_at < :dueAt',
);
export const deletePush = sql.run<{ subscriptionId: string; notificationId: string }>(
  'delete from pushes where subscription_id = :subscriptionId and notification_id = :notificationId',
);

export const subscriptionContext = (id: string) => `push_subscriptions/${id}`;
export const vapidContext = (id: string) => `push_keys/${id}`;
export const pushSecrets = [
  sealedColumn('push_subscriptions', 'id', 'target', subscriptionContext),
  sealedColumn('push_keys', 'id', 'private_key', vapidContext),
];
