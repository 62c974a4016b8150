import { byNumber, countRows, listPage, pagedList, type Queries, statement } from '../platform/db/index.ts';
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

const insert = statement<
  NewWebhook & { disabledBecause: DisablingReason | null; disabledAt: number | null }
>(`
  insert into webhooks (id, owner_id, url, events, description, project_id, whole_instance, active, disabled_because,
    disabled_at, secret, created_at, updated_at)
  values (:id, :ownerId, :url, :events, :description, :projectId, :wholeInstance, :active, :disabledBecause,
    :disabledAt, :secret, :createdAt, :createdAt)`);
const byId = statement<{ id: string }, Webhook>(
  `select ${columns} from webhooks w where w.id = :id and w.deleted_at is null`,
);
const byIdLocked = statement<{ id: string }, Webhook>(
  `select ${columns} from webhooks w where w.id = :id and w.deleted_at is null for update`,
);
const newestFirst = [
  byNumber('w.created_at', 'desc', (webhook: Webhook) => webhook.createdAt),
  byNumber('w.number', 'desc', (webhook: Webhook) => webhook.number),
];
const all = pagedList<object, Webhook>({
  columns,
  from: 'webhooks w',
  where: 'w.deleted_at is null',
  sort: newestFirst,
});
const ofOwner = pagedList<{ ownerId: string }, Webhook>({
  columns,
  from: 'webhooks w',
  where: 'w.deleted_at is null and w.owner_id = :ownerId',
  sort: newestFirst,
});
const update = statement<Webhook>(`
  update webhooks set url = :url, events = :events, description = :description, project_id = :projectId,
    whole_instance = :wholeInstance, active = :active, disabled_because = :disabledBecause, disabled_at = :disabledAt,
    probe_at = case when :active = 1 then null else probe_at end, updated_at = :updatedAt, version = version + 1
  where number = :number`);
const clearFailures = statement<{ number: number }>(
  'update webhooks set failure_count = 0, failing_since = null where number = :number',
);
const newSecret = statement<{
  number: number;
  secret: string;
  oldSecret: string;
  oldSecretUntil: number;
  now: number;
}>(`
  update webhooks set secret = :secret, old_secret = :oldSecret, old_secret_until = :oldSecretUntil,
    updated_at = :now, version = version + 1
  where number = :number`);
const disable = statement<{ number: number; because: DisablingReason; now: number; probeAt: number | null }>(`
  update webhooks set active = 0, disabled_because = :because, disabled_at = :now, probe_at = :probeAt, updated_at = :now,
    version = version + 1
  where number = :number and active = 1`);
const enable = statement<{ number: number; now: number }>(`
  update webhooks set active = 1, disabled_because = null, disabled_at = null, probe_at = null, failure_count = 0,
    failing_since = null, updated_at = :now, version = version + 1
  where number = :number and active = 0 and disabled_because = 'failing' and deleted_at is null`);
const markDeleted = statement<{ number: number; now: number }>(
  'update webhooks set deleted_at = :now, active = 0, probe_at = null where number = :number',
);
const remove = statement<{ number: number }>('delete from webhooks where number = :number');
const deleted = statement<{ before: number }, { number: number }>(
  'select number from webhooks where deleted_at < :before',
);
const numbers = statement<object, { number: number }>('select number from webhooks order by number');

export const insertWebhook = (tx: Queries, webhook: NewWebhook) =>
  tx.run(insert, {
    ...webhook,
    disabledBecause: webhook.active === 1 ? null : 'asked',
    disabledAt: webhook.active === 1 ? null : webhook.createdAt,
  });
export const findWebhook = (queries: Queries, id: string) => queries.find(byId, { id });
export const lockWebhook = (tx: Queries, id: string) => tx.find(byIdLocked, { id });
export const listUserWebhooks = (queries: Queries, ownerId: string, page: Page) =>
  listPage(queries, ofOwner, { ownerId }, page);
export const countUserWebhooks = (queries: Queries, ownerId: string) =>
  countRows(queries, ofOwner, { ownerId });
export const listAllWebhooks = (queries: Queries, page: Page) => listPage(queries, all, {}, page);

export const updateWebhookRow = (tx: Queries, webhook: Webhook) => tx.run(update, webhook);
export const clearWebhookFailures = (tx: Queries, number: number) => tx.run(clearFailures, { number });
export const replaceSecret = (
  tx: Queries,
  number: number,
  secrets: { secret: string; oldSecret: string; oldSecretUntil: number },
  now: number,
) => tx.run(newSecret, { number, ...secrets, now });

/** Returns whether the webhook was active. */
export const disableWebhookRow = async (
  tx: Queries,
  number: number,
  because: DisablingReason,
  now: number,
  probeAt: number | null,
) => (await tx.run(disable, { number, because, now, probeAt })) === 1;
/** Enables a webhook that was disabled for failing. Returns whether it was disabled for that reason. */
export const enableWebhookRow = async (tx: Queries, number: number, now: number) =>
  (await tx.run(enable, { number, now })) === 1;

/** Hides the webhook at once. The pruning tick deletes its deliveries in batches, then the row. */
export const markWebhookDeleted = (tx: Queries, number: number, now: number) =>
  tx.run(markDeleted, { number, now });
export const deleteWebhookRow = (tx: Queries, number: number) => tx.run(remove, { number });
export const listDeletedWebhooks = async (queries: Queries, before: number) =>
  (await queries.list(deleted, { before })).map(({ number }) => number);
export const listWebhookNumbers = async (queries: Queries) =>
  (await queries.list(numbers, {})).map(({ number }) => number);

export interface SubscriptionRow {
  number: number;
  id: string;
  ownerId: string;
  events: string;
  projectId: string | null;
  wholeInstance: number;
}

const subscriptions = statement<object, SubscriptionRow>(`
  select number, id, owner_id as "ownerId", events, project_id as "projectId", whole_instance as "wholeInstance"
  from webhooks where active = 1 and deleted_at is null order by number`);

export const listActiveSubscriptions = (queries: Queries) => queries.list(subscriptions, {});
/** A unique value that changes with every change of a subscription; undefined before the first. */
export const findSubscriptionsVersion = (queries: Queries) => findFact(queries, 'webhook_subscriptions');
export const setSubscriptionsVersion = (tx: Queries, value: string) =>
  saveFact(tx, 'webhook_subscriptions', value);

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
const setProbe = statement<{ number: number; probeAt: number | null }>(
  'update webhooks set probe_at = :probeAt where number = :number',
);

export const lockDueProbes = (tx: Queries, now: number, limit: number) => tx.list(dueProbes, { now, limit });
export const scheduleProbe = (tx: Queries, number: number, probeAt: number | null) =>
  tx.run(setProbe, { number, probeAt });

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
