import {
  byNumber,
  countRows,
  listPage,
  pagedList,
  type Queries,
  sql,
  statement,
} from '../platform/db/index.ts';
import { findFact, saveFact } from '../platform/instance-facts.ts';
import type { Page } from '../platform/paging.ts';
import { sealedColumn } from '../platform/secret-box/index.ts';
import { type DisablingReason, oldSecretContext, secretContext, type Webhook } from './webhook.ts';

const columns = `w.number, w.id, w.owner_id as "ownerId", w.url, w.events, w.description,
  w.project_id as "projectId", w.whole_instance as "wholeInstance", w.active,
  w.disabled_because as "disabledBecause", w.disabled_at as "disabledAt", w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.failing_since as "failingSince",
  w.last_delivery_at as "lastDeliveryAt", w.version, w.created_at as "createdAt", w.updated_at as "updatedAt"`;

export type NewWebhook = Pick<
  Webhook,
  | 'id'
  | 'ownerId'
  | 'url'
  | 'events'
  | 'description'
  | 'projectId'
  | 'wholeInstance'
  | 'active'
  | 'secret'
  | 'createdAt'
>;

const newestFirst = [
  byNumber('w.created_at', 'desc', (webhook: Webhook) => webhook.createdAt),
  byNumber('w.number', 'desc', (webhook: Webhook) => webhook.number),
];
const ofOwner = pagedList<{ ownerId: string }, Webhook>({
  columns,
  from: 'webhooks w',
  where: 'w.deleted_at is null and w.owner_id = :ownerId',
  sort: newestFirst,
});

const insertWebhookSql = statement<
  NewWebhook & { disabledBecause: DisablingReason | null; disabledAt: number | null }
>(`
  insert into webhooks (id, owner_id, url, events, description, project_id, whole_instance, active, disabled_because,
    disabled_at, secret, created_at, updated_at)
  values (:id, :ownerId, :url, :events, :description, :projectId, :wholeInstance, :active, :disabledBecause,
    :disabledAt, :secret, :createdAt, :createdAt)`);
export const insertWebhook = (tx: Queries, webhook: NewWebhook) =>
  tx.run(insertWebhookSql, {
    ...webhook,
    disabledBecause: webhook.active === 1 ? null : 'asked',
    disabledAt: webhook.active === 1 ? null : webhook.createdAt,
  });
export const findWebhook = sql.find<{ id: string }, Webhook>(
  `select ${columns} from webhooks w where w.id = :id and w.deleted_at is null`,
);
export const lockWebhook = sql.find<{ id: string }, Webhook>(
  `select ${columns} from webhooks w where w.id = :id and w.deleted_at is null for update`,
);
export const listUserWebhooks = (queries: Queries, ownerId: string, page: Page) =>
  listPage(queries, ofOwner, { ownerId }, page);
export const countUserWebhooks = (queries: Queries, ownerId: string) =>
  countRows(queries, ofOwner, { ownerId });
export const listAllWebhooks = sql.page<object, Webhook>({
  columns,
  from: 'webhooks w',
  where: 'w.deleted_at is null',
  sort: newestFirst,
});

export const updateWebhookRow = sql.run<Webhook>(`
  update webhooks set url = :url, events = :events, description = :description, project_id = :projectId,
    whole_instance = :wholeInstance, active = :active, disabled_because = :disabledBecause, disabled_at = :disabledAt,
    probe_at = case when :active = 1 then null else probe_at end, updated_at = :updatedAt, version = version + 1
  where number = :number`);
export const clearWebhookFailures = sql.run<{ number: number }>(
  'update webhooks set failure_count = 0, failing_since = null where number = :number',
);
export const replaceSecret = sql.run<{
  number: number;
  secret: string;
  oldSecret: string;
  oldSecretUntil: number;
  now: number;
}>(`
  update webhooks set secret = :secret, old_secret = :oldSecret, old_secret_until = :oldSecretUntil,
    updated_at = :now, version = version + 1
  where number = :number`);

/** Returns whether the webhook was active. */
export const disableWebhookRow = sql.change<{
  number: number;
  because: DisablingReason;
  now: number;
  probeAt: number | null;
}>(`
  update webhooks set active = 0, disabled_because = :because, disabled_at = :now, probe_at = :probeAt, updated_at = :now,
    version = version + 1
  where number = :number and active = 1`);
/** Enables a webhook that was disabled for failing. Returns whether it was disabled for that reason. */
export const enableWebhookRow = sql.change<{ number: number; now: number }>(`
  update webhooks set active = 1, disabled_because = null, disabled_at = null, probe_at = null, failure_count = 0,
    failing_since = null, updated_at = :now, version = version + 1
  where number = :number and active = 0 and disabled_because = 'failing' and deleted_at is null`);

/** Hides the webhook at once. The pruning tick deletes its deliveries in batches, then the row. */
export const markWebhookDeleted = sql.run<{ number: number; now: number }>(
  'update webhooks set deleted_at = :now, active = 0, probe_at = null where number = :number',
);
export const deleteWebhookRow = sql.run<{ number: number }>('delete from webhooks where number = :number');
export const listDeletedWebhooks = sql.listValues<{ before: number }, { number: number }>(
  'select number from webhooks where deleted_at < :before',
);
export const listWebhookNumbers = sql.listValues<object, { number: number }>(
  'select number from webhooks order by number',
);

export interface SubscriptionRow {
  number: number;
  id: string;
  ownerId: string;
  events: string;
  projectId: string | null;
  wholeInstance: number;
}

export const listActiveSubscriptions = sql.list<object, SubscriptionRow>(`
  select number, id, owner_id as "ownerId", events, project_id as "projectId", whole_instance as "wholeInstance"
  from webhooks where active = 1 and deleted_at is null order by number`);
/** A unique value that changes with every change of a subscription; undefined before the first. */
export const findSubscriptionsVersion = (queries: Queries) =>
  findFact(queries, { name: 'webhook_subscriptions' });
export const setSubscriptionsVersion = (tx: Queries, value: string) =>
  saveFact(tx, { name: 'webhook_subscriptions', value });

interface Probe extends Pick<Webhook, 'number' | 'id' | 'url' | 'secret' | 'oldSecret' | 'oldSecretUntil'> {
  ownerId: string;
  ownerName: string;
  disabledAt: number;
}
const dueProbes = statement<{ now: number; limit: number }, Probe>(`
  select w.number, w.id, w.url, w.secret, w.old_secret as "oldSecret", w.old_secret_until as "oldSecretUntil",
    w.owner_id as "ownerId", w.disabled_at as "disabledAt", u.name as "ownerName"
  from webhooks w join users u on u.id = w.owner_id
  where w.probe_at <= :now and w.active = 0 and w.disabled_because = 'failing' and w.deleted_at is null and u.active = 1
  order by w.probe_at limit :limit for update of w skip locked`);

export const lockDueProbes = (tx: Queries, now: number, limit: number) => tx.list(dueProbes, { now, limit });
export const scheduleProbe = sql.run<{ number: number; probeAt: number | null }>(
  'update webhooks set probe_at = :probeAt where number = :number',
);

export const webhookSecrets = [
  sealedColumn('webhooks', 'id', 'secret', secretContext),
  sealedColumn('webhooks', 'id', 'old_secret', oldSecretContext),
];

export interface Owner {
  name: string;
  /** The owner's personal workspace. */
  workspaceId: string | null;
}

const owner = statement<{ id: string }, Owner>(`
  select u.name, (select k.id from workspaces k where k.owner_id = u.id and k.kind = 'personal') as "workspaceId"
  from users u where u.id = :id`);

/** The owner always exists: deleting a user deletes their webhooks. */
export const findOwner = async (queries: Queries, id: string): Promise<Owner> =>
  (await queries.find(owner, { id })) ?? { name: '', workspaceId: null };
