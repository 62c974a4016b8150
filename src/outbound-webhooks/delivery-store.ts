import { dynamicStatement, insertMany, type Queries, statement, type Tx } from '../platform/db/index.ts';
import type { Standing } from './audience.ts';
import { standingColumns, standingJoins } from './audience-store.ts';
import type { DeliveryKey, DeliveryState } from './delivery.ts';
import type { Webhook } from './webhook.ts';

// What was never tried is due, whatever the clock says, so its place in the queue is that of its event.
const insert = statement<{ webhookIds: string[]; eventIds: string[] }>(`
  insert into webhook_deliveries (webhook_number, event_seq, state, lane, next_at, created_at)
  select w.number, e.seq, 'pending', 0, e.seq, e.occurred_at
  from webhooks w, events e where w.id in :webhookIds[] and e.id in :eventIds[]`);

/** Each of the events to each of the webhooks. */
export const insertDeliveries = (tx: Queries, webhookIds: string[], eventIds: string[]) =>
  tx.run(insert, { webhookIds, eventIds });

/** A webhook that may be sent to, as it is now. */
export type SendableWebhook = Pick<
  Webhook,
  'number' | 'id' | 'url' | 'secret' | 'oldSecret' | 'oldSecretUntil' | 'failureCount' | 'wholeInstance'
>;

const sendableColumns = `w.number, w.id, w.url, w.secret, w.old_secret as "oldSecret",
  w.old_secret_until as "oldSecretUntil", w.failure_count as "failureCount", w.whole_instance as "wholeInstance"`;
const isSendable = `w.active = 1 and w.deleted_at is null
  and (select u.active from users u where u.id = w.owner_id) = 1`;
// A subquery with a limit, so that every engine probes the index: a join might read a million rows to find twenty.
const anyOf = (condition: string) => `(select 1 from webhook_deliveries d
    where d.webhook_number = w.number and d.state = 'pending' and ${condition} limit 1) is not null`;
const isDue = `(${anyOf('d.lane = 0')} or ${anyOf('d.lane = 1 and d.next_at <= :now')})`;

const due = statement<{ now: number; lease: string }, { id: string; number: number }>(`
  select w.id, w.number from webhooks w
  where ${isSendable} and (w.lease is null or w.lease = :lease or w.lease_until <= :now) and ${isDue}`);
const sendable = statement<{ ids: string[] }, SendableWebhook>(
  `select ${sendableColumns} from webhooks w where w.id in :ids[] and ${isSendable}`,
);
const take = statement<
  { ids: string[]; lease: string; now: number; until: number },
  { id: string; number: number }
>(`
  update webhooks set lease = :lease, lease_until = :until
  where id in :ids[] and (lease is null or lease = :lease or lease_until <= :now)
  returning id, number`);
const giveBack = statement<{ lease: string }>(
  'update webhooks set lease = null, lease_until = null where lease = :lease',
);

/** The webhooks with something to send that nobody else is busy with. */
export const listDueWebhooks = (queries: Queries, now: number, lease: string) =>
  queries.list(due, { now, lease });
export const listSendable = (queries: Queries, ids: string[]) => queries.list(sendable, { ids });
/** Answers those that are the lease's now, until then; another process may have been quicker with the rest. */
export const takeWebhooks = (tx: Queries, ids: string[], lease: string, now: number, until: number) =>
  tx.list(take, { ids, lease, now, until });
export const giveWebhooksBack = (tx: Queries, lease: string) => tx.run(giveBack, { lease });

/** What is to be sent, with how the owner of its webhook stands to it now. */
export interface DueDelivery extends DeliveryKey, Standing {
  lane: number;
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

export interface Wanted {
  webhookNumber: number;
  first: number;
  again: number;
}

const waiting = (index: number, lane: string, limit: string) => `select * from (
    select webhook_number, event_seq, lane, attempts, tries from webhook_deliveries
    where webhook_number = :w${index} and state = 'pending' and ${lane} order by next_at limit :${limit}${index}) q${index}${limit}`;

/** The oldest that are due of each webhook, as many as are wanted of each lane; one statement for all of them. */
export async function listDueDeliveries(
  queries: Queries,
  wanted: readonly Wanted[],
  now: number,
): Promise<DueDelivery[]> {
  const parts: string[] = [];
  const params: Record<string, number> = {};
  for (const [index, { webhookNumber, first, again }] of wanted.entries()) {
    params[`w${index}`] = webhookNumber;
    params[`f${index}`] = first;
    params[`a${index}`] = again;
    parts.push(waiting(index, 'lane = 0', 'f'), waiting(index, 'lane = 1 and next_at <= :now', 'a'));
  }
  const text = `
    select d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.lane, d.attempts, d.tries,
      e.id as "eventId", e.type, e.occurred_at as "occurredAt", e.workspace_id as "workspaceId",
      e.project_id as "projectId", e.ticket_id as "ticketId", e.data, ${standingColumns}
    from (${parts.join(' union all ')}) d
    join webhooks w on w.number = d.webhook_number
    join users u on u.id = w.owner_id
    join events e on e.seq = d.event_seq
    ${standingJoins}`;
  return queries.list(dynamicStatement<object, DueDelivery>(text), { ...params, now });
}

/** What became of a delivery. */
export interface DeliveryResult extends DeliveryKey {
  state: DeliveryState;
  lane: number;
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
  /** As it was when the delivery was read: if somebody else sent it meanwhile, they have written down how it ended. */
  attemptsBefore: number;
}

const resultColumns = [
  'webhook_number',
  'event_seq',
  'state',
  'lane',
  'attempts',
  'tries',
  'next_at',
  'finished_at',
  'attempted_at',
  'duration_ms',
  'status_code',
  'error',
  'signature',
  'standard_signature',
  'response_body',
  // Not as a column of this name: it carries the count to compare with, for an insert has no other place for it.
  'created_at',
];
// An insert that never inserts, for the rows are there: the only way to change many rows at once, each in its own way,
// that both engines know.
const overwrite = `on conflict (webhook_number, event_seq) do update set state = excluded.state, lane = excluded.lane,
  attempts = excluded.attempts, tries = excluded.tries, next_at = excluded.next_at,
  finished_at = excluded.finished_at, attempted_at = excluded.attempted_at, duration_ms = excluded.duration_ms,
  status_code = excluded.status_code, error = excluded.error, signature = excluded.signature,
  standard_signature = excluded.standard_signature, response_body = excluded.response_body
  where webhook_deliveries.attempts = excluded.created_at`;
// Few sizes of statements, each prepared once.
const batchSizes = [64, 16, 4, 1];

export async function recordDeliveries(tx: Tx, results: DeliveryResult[]): Promise<void> {
  const rows = results.map((result) => [
    result.webhookNumber,
    result.eventSeq,
    result.state,
    result.lane,
    result.attempts,
    result.tries,
    result.nextAt,
    result.finishedAt,
    result.attemptedAt,
    result.durationMs,
    result.statusCode,
    result.error,
    result.signature,
    result.standardSignature,
    result.responseBody,
    result.attemptsBefore,
  ]);
  while (rows.length > 0) {
    const size = batchSizes.find((known) => known <= rows.length) as number;
    await insertMany(tx, 'webhook_deliveries', resultColumns, rows.splice(0, size), overwrite);
  }
}

const keepAttempt = statement<DeliveryKey & { attempts: number }>(`
  insert into webhook_attempts (webhook_number, event_seq, number, attempted_at, duration_ms, status_code, error,
    signature, standard_signature, response_body)
  select webhook_number, event_seq, attempts, attempted_at, duration_ms, status_code, error, signature,
    standard_signature, response_body
  from webhook_deliveries
  where webhook_number = :webhookNumber and event_seq = :eventSeq and attempts = :attempts and attempted_at is not null
  on conflict do nothing`);

/** Puts the last attempt to those before it, to make room for the next. */
export const keepLastAttempt = (tx: Queries, key: DeliveryKey, attempts: number) =>
  tx.run(keepAttempt, { webhookNumber: key.webhookNumber, eventSeq: key.eventSeq, attempts });

export interface WebhookTally {
  number: number;
  /** 1 where at least one got through. */
  hasSuccess: number;
  failures: number;
  at: number;
}

const tally = statement<
  WebhookTally,
  { id: string; active: number; failingSince: number | null; failureCount: number }
>(`
  update webhooks set last_delivery_at = :at,
    failure_count = case when :hasSuccess = 1 then 0 else failure_count + :failures end,
    failing_since = case when :hasSuccess = 1 then null else coalesce(failing_since, :at) end
  where number = :number
  returning id, active, failing_since as "failingSince", failure_count as "failureCount"`);

export const recordTally = (tx: Queries, wanted: WebhookTally) => tx.find(tally, wanted);

// Webhook by webhook, so that the index leads to what lies ahead: a million others may wait meanwhile.
const farAgain = statement<{ now: number; tries: number; bound: number }>(`
  update webhook_deliveries set next_at = :now
  where webhook_number in (select number from webhooks) and state = 'pending' and lane = 1 and next_at > :bound
    and tries = :tries`);
const farLease = statement<{ bound: number }>(
  'update webhooks set lease_until = :bound where lease_until > :bound',
);

/** Brings back what lies further ahead than any clock would have put it. */
export async function bringBack(
  tx: Queries,
  now: number,
  { leaseMs, waitsMs }: { leaseMs: number; waitsMs: number[] },
): Promise<void> {
  await tx.run(farLease, { bound: now + leaseMs });
  // Begun anew by hand, it waits for nothing.
  await tx.run(farAgain, { now, tries: 0, bound: now });
  for (const [index, waitMs] of waitsMs.entries()) {
    await tx.run(farAgain, { now, tries: index + 1, bound: now + waitMs });
  }
}
