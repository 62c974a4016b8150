import type { Waiting } from '../../platform/background-loop.ts';
import {
  dynamicStatement,
  insertMany,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import type { OwnerAccess } from '../audience.ts';
import { ownerAccessColumns, ownerAccessJoins } from '../audience-store.ts';
import type { Webhook } from '../webhook.ts';
import type { DeliveryKey, DeliveryState } from './delivery.ts';

/**
 * Inserts a delivery of each event to each webhook.
 * A first attempt is due at once, whatever the clock says; `next_at` holds the event number, which orders the queue.
 */
export const insertDeliveries = sql.run<{ webhookIds: string[]; eventIds: string[] }>(`
  insert into webhook_deliveries (webhook_number, event_seq, state, lane, next_at, created_at)
  select w.number, e.seq, 'pending', 0, e.seq, e.occurred_at
  from webhooks w, events e where w.id in :webhookIds[] and e.id in :eventIds[]`);

/** An enabled webhook of an active owner. */
export type SendableWebhook = Pick<
  Webhook,
  'number' | 'id' | 'url' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'failureCount' | 'wholeInstance'
>;

const sendableColumns = `w.number, w.id, w.url, w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.whole_instance as "wholeInstance"`;
const isSendable = `w.active = 1 and w.deleted_at is null
  and (select u.active from users u where u.id = w.owner_id) = 1`;
// A subquery with a limit makes both engines probe the index; a join might read a million rows to find twenty.
const hasPending = (condition: string) => `(select 1 from webhook_deliveries d
    where d.webhook_number = w.number and d.state = 'pending' and ${condition} limit 1) is not null`;
const isDue = `(${hasPending('d.lane = 0')} or ${hasPending('d.lane = 1 and d.next_at <= :now')})`;

export interface WebhookKey extends Pick<Webhook, 'id' | 'number' | 'ownerId'> {}

const holders = statement<object, { holder: string }>(
  'select distinct lease as holder from webhooks where lease is not null',
);

/**
 * The webhooks with due deliveries that no other process has leased, in the order in which to lease them.
 * One webhook of each owner, then the second of each, and so on; of one owner, the one that has waited longest first.
 */
export const listDueWebhooks = sql.list<{ now: number; lease: string }, WebhookKey>(`
  select w.id, w.number, w.owner_id as "ownerId" from webhooks w
  where ${isSendable} and (w.lease is null or w.lease = :lease or w.lease_until <= :now) and ${isDue}
  order by row_number() over (partition by w.owner_id order by coalesce(w.lease_until, 0), w.number), w.number`);
export const listSendableWebhooks = sql.list<{ ids: string[] }, SendableWebhook>(
  `select ${sendableColumns} from webhooks w where w.id in :ids[] and ${isSendable}`,
);
/** Acquires or renews leases. Returns the acquired webhooks; another process may have leased the others first. */
export const acquireWebhooks = sql.list<
  { ids: string[]; lease: string; now: number; until: number },
  WebhookKey
>(`
  update webhooks set lease = :lease, lease_until = :until
  where id in :ids[] and (lease is null or lease = :lease or lease_until <= :now)
  returning id, number, owner_id as "ownerId"`);
export const listWebhookHolders = async (queries: Queries) =>
  (await queries.list(holders, {})).map(({ holder }) => holder);
/** Ends the leases of processes that have ended. */
export const releaseWebhooksOfEnded = sql.run<{ holders: string[] }>(
  'update webhooks set lease = null where lease in :holders[]',
);
export const releaseAllWebhooks = sql.run<{ lease: string }>(
  'update webhooks set lease = null, lease_until = null where lease = :lease',
);
// `lease_until` stays: it shows for how long the webhook has waited.
export const releaseWebhooks = sql.run<{ ids: string[]; lease: string }>(
  'update webhooks set lease = null where id in :ids[] and lease = :lease',
);

/** A delivery to send, with the owner's current access to its event. */
export interface DueDelivery extends DeliveryKey, OwnerAccess {
  queue: number;
  attempts: number;
  tries: number;
  eventId: string;
  type: string;
  occurredAt: number;
  workspaceId: string | null;
  projectId: string | null;
  ticketId: string | null;
  data: string;
}

/** How many deliveries to read from each queue. */
export interface ReadLimits {
  webhookNumber: number;
  first: number;
  retry: number;
}

const pendingInQueue = (index: number, isInQueue: string, limit: string) => `select * from (
    select webhook_number, event_seq, lane, attempts, tries from webhook_deliveries
    where webhook_number = :w${index} and state = 'pending' and ${isInQueue} order by next_at limit :${limit}${index}) q${index}${limit}`;

/** The oldest due deliveries of both queues of each webhook, in one statement. */
export async function listDueDeliveries(
  queries: Queries,
  limits: readonly ReadLimits[],
  now: number,
): Promise<DueDelivery[]> {
  const parts: string[] = [];
  const params: Record<string, number> = {};
  for (const [index, { webhookNumber, first, retry }] of limits.entries()) {
    params[`w${index}`] = webhookNumber;
    params[`f${index}`] = first;
    params[`r${index}`] = retry;
    parts.push(
      pendingInQueue(index, 'lane = 0', 'f'),
      pendingInQueue(index, 'lane = 1 and next_at <= :now', 'r'),
    );
  }
  const text = `
    select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.lane as queue, d.attempts, d.tries,
      e.id as "eventId", e.type, e.occurred_at as "occurredAt", e.workspace_id as "workspaceId",
      e.project_id as "projectId", e.ticket_id as "ticketId", e.data, ${ownerAccessColumns}
    from (${parts.join(' union all ')}) d
    join webhooks w on w.number = d.webhook_number
    join users u on u.id = w.owner_id
    join events e on e.seq = d.event_seq
    ${ownerAccessJoins}`;
  return queries.list(dynamicStatement<object, DueDelivery>(text), { ...params, now });
}

/** The new state of a delivery after an attempt. */
export interface DeliveryResult extends DeliveryKey {
  state: DeliveryState;
  queue: number;
  attempts: number;
  tries: number;
  nextAt: number;
  finishedAt: number | null;
  attemptedAt: number | null;
  durationMs: number | null;
  statusCode: number | null;
  error: string | null;
  signature: string | null;
  standardSignature: string | null;
  responseBody: string | null;
}

const resultColumns: Record<string, (result: DeliveryResult) => string | number | null> = {
  webhook_number: ({ webhookNumber }) => webhookNumber,
  event_seq: ({ eventSeq }) => eventSeq,
  state: ({ state }) => state,
  lane: ({ queue }) => queue,
  attempts: ({ attempts }) => attempts,
  tries: ({ tries }) => tries,
  next_at: ({ nextAt }) => nextAt,
  finished_at: ({ finishedAt }) => finishedAt,
  attempted_at: ({ attemptedAt }) => attemptedAt,
  duration_ms: ({ durationMs }) => durationMs,
  status_code: ({ statusCode }) => statusCode,
  error: ({ error }) => error,
  signature: ({ signature }) => signature,
  standard_signature: ({ standardSignature }) => standardSignature,
  response_body: ({ responseBody }) => responseBody,
  // The column is not null, but the update leaves it as it is.
  created_at: () => 0,
};
const resultColumnNames = Object.keys(resultColumns);
// The rows exist, so this insert never inserts: it is the form of a bulk update with values per row that both engines
// share. The condition leaves out a delivery that another process attempted since it was read.
const overwrite = `on conflict (webhook_number, event_seq) do update set state = excluded.state, lane = excluded.lane,
  attempts = excluded.attempts, tries = excluded.tries, next_at = excluded.next_at,
  finished_at = excluded.finished_at, attempted_at = excluded.attempted_at, duration_ms = excluded.duration_ms,
  status_code = excluded.status_code, error = excluded.error, signature = excluded.signature,
  standard_signature = excluded.standard_signature, response_body = excluded.response_body
  where webhook_deliveries.attempts = excluded.attempts - case when excluded.attempted_at is null then 0 else 1 end`;
// Few sizes, so that each statement is prepared once.
const batchSizes = [64, 16, 4, 1];

export async function updateDeliveries(tx: Tx, results: DeliveryResult[]): Promise<void> {
  const rows = results.map((result) => Object.values(resultColumns).map((value) => value(result)));
  while (rows.length > 0) {
    const size = batchSizes.find((known) => known <= rows.length) as number;
    await insertMany(tx, 'webhook_deliveries', resultColumnNames, rows.splice(0, size), overwrite);
  }
}

const archiveAttempt = statement<DeliveryKey & { attempts: number }>(`
  insert into webhook_attempts (webhook_number, event_seq, number, attempted_at, duration_ms, status_code, error,
    signature, standard_signature, response_body)
  select webhook_number, event_seq, attempts, attempted_at, duration_ms, status_code, error, signature,
    standard_signature, response_body
  from webhook_deliveries
  where webhook_number = :webhookNumber and event_seq = :eventSeq and attempts = :attempts and attempted_at is not null
  on conflict do nothing`);

/** Copies the last attempt, which is stored in the delivery's own row, to `webhook_attempts` before it is overwritten. */
export const archiveLastAttempt = (tx: Queries, key: DeliveryKey, attempts: number) =>
  tx.run(archiveAttempt, { webhookNumber: key.webhookNumber, eventSeq: key.eventSeq, attempts });

export interface HealthUpdate {
  number: number;
  /** 1 if at least one attempt succeeded. */
  hasSuccess: number;
  failures: number;
  at: number;
}

export const updateWebhookHealth = sql.find<
  HealthUpdate,
  { id: string; active: number; failingSince: number | null; failureCount: number }
>(`
  update webhooks set last_delivery_at = :at,
    failure_count = case when :hasSuccess = 1 then 0 else failure_count + :failures end,
    failing_since = case when :hasSuccess = 1 then null else coalesce(failing_since, :at) end
  where number = :number
  returning id, active, failing_since as "failingSince", failure_count as "failureCount"`);

// The list of webhook numbers lets the index find the few far retries among a million pending deliveries.
const clampRetries = statement<{ now: number; tries: number; bound: number }>(`
  update webhook_deliveries set next_at = :now
  where webhook_number in (select number from webhooks) and state = 'pending' and lane = 1 and next_at > :bound
    and tries = :tries`);
const clampLeases = statement<{ bound: number }>(
  'update webhooks set lease_until = :bound where lease_until > :bound',
);

/** Makes retries due and shortens leases that lie further in the future than `waitsMs` and `leaseMs` allow. */
export async function clampFutureTimes(
  tx: Queries,
  now: number,
  { leaseMs, waitsMs }: { leaseMs: number; waitsMs: number[] },
): Promise<void> {
  await tx.run(clampLeases, { bound: now + leaseMs });
  // A delivery that was restarted by a user has no tries and no wait.
  await tx.run(clampRetries, { now, tries: 0, bound: now });
  for (const [index, waitMs] of waitsMs.entries()) {
    await tx.run(clampRetries, { now, tries: index + 1, bound: now + waitMs });
  }
}

// A first attempt (lane 0) is due since its creation; `next_at` then holds the number of the event, which orders the queue.
export const findDueDeliveries = sql.get<{ now: number; max: number }, Waiting>(`
  select
    (select count(*) from (
      select 1 as one from webhooks w join webhook_deliveries d on d.webhook_number = w.number
      where w.active = 1 and d.state = 'pending' and (d.lane = 0 or d.next_at <= :now) limit :max) due) as waiting,
    (select min(since) from (
      select (select d.created_at from webhook_deliveries d
        where d.webhook_number = w.number and d.state = 'pending' and d.lane = 0 order by d.next_at limit 1) as since
      from webhooks w where w.active = 1
      union all
      select (select d.next_at from webhook_deliveries d
        where d.webhook_number = w.number and d.state = 'pending' and d.lane = 1 and d.next_at <= :now
        order by d.next_at limit 1) as since
      from webhooks w where w.active = 1) heads) as oldest`);
