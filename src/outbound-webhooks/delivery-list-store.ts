import {
  byNumber,
  dynamicPagedList,
  insertMany,
  listPage,
  type Queries,
  runInBatches,
  sql,
  statement,
  type Tx,
} from '../platform/db/index.ts';
import { readListCount } from '../platform/list-counts/index.ts';
import type { Page } from '../platform/paging.ts';
import type { OwnerAccess } from './audience.ts';
import { ownerAccessColumns, ownerAccessJoins } from './audience-store.ts';
import type { DeliveryKey, DeliveryState } from './delivery/delivery.ts';

export interface DeliveryRow extends DeliveryKey {
  state: DeliveryState;
  queue: number;
  attempts: number;
  nextAt: number;
  statusCode: number | null;
  error: string | null;
  createdAt: number;
  finishedAt: number | null;
  eventId: string;
  type: string;
  occurredAt: number;
  data: string;
}

export interface AttemptRow {
  number: number;
  at: number;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  signature: string;
  standardSignature: string;
  responseBody: string | null;
}

export interface DeliveryFilter {
  states?: string[] | undefined;
  types?: string[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

const columns = `d.webhook_number as "webhookNumber", d.event_seq as "eventSeq", d.state, d.lane as queue, d.attempts,
  d.next_at as "nextAt", d.status_code as "statusCode", d.error, d.created_at as "createdAt",
  d.finished_at as "finishedAt", e.id as "eventId", e.type, e.occurred_at as "occurredAt"`;
const joinEvents = 'join events e on e.seq = d.event_seq';
const from = `from webhook_deliveries d ${joinEvents}`;

function filterSql({ states, types, since, until }: DeliveryFilter): string {
  return [
    ...(states ? ['d.state in :states[]'] : []),
    ...(types ? ['e.type in :types[]'] : []),
    ...(since === undefined ? [] : ['d.created_at >= :since']),
    ...(until === undefined ? [] : ['d.created_at <= :until']),
  ].join(' and ');
}

const filterParams = (webhookNumber: number, { states, types, since, until }: DeliveryFilter) => ({
  webhookNumber,
  ...(states && { states }),
  ...(types && { types }),
  ...(since !== undefined && { since }),
  ...(until !== undefined && { until }),
});

/** Newest event first. */
export function listDeliveryRows(
  queries: Queries,
  webhookNumber: number,
  filter: DeliveryFilter,
  page: Page,
) {
  const deliveries = dynamicPagedList<object, Omit<DeliveryRow, 'data'>>({
    columns,
    from: `webhook_deliveries d ${filter.types ? joinEvents : ''}`,
    joins: filter.types ? '' : joinEvents,
    owner: { column: 'd.webhook_number', param: 'webhookNumber' },
    where: filterSql(filter),
    sort: [byNumber('d.event_seq', 'desc', ({ eventSeq }) => eventSeq)],
  });
  const params = filterParams(webhookNumber, filter);
  if (Object.values(filter).some((value) => value !== undefined))
    return listPage(queries, deliveries, params, page);
  return listPage(queries, deliveries, params, page, () =>
    readListCount(queries, { list: 'webhook_deliveries', owners: [String(webhookNumber)] }),
  );
}

const attemptColumns = `attempted_at as at, duration_ms as "durationMs", status_code as "statusCode", error, signature,
    standard_signature as "standardSignature", response_body as "responseBody"`;
const attempts = statement<DeliveryKey, AttemptRow>(`
  select number, ${attemptColumns} from webhook_attempts
  where webhook_number = :webhookNumber and event_seq = :eventSeq
  union all
  select attempts as number, ${attemptColumns} from webhook_deliveries
  where webhook_number = :webhookNumber and event_seq = :eventSeq and attempted_at is not null
  order by number`);

export const findDeliveryOfEvent = sql.find<{ webhookNumber: number; eventId: string }, DeliveryRow>(`
  select ${columns}, e.data ${from} where d.webhook_number = :webhookNumber and e.id = :eventId`);
export const findDelivery = sql.find<DeliveryKey, DeliveryRow>(`
  select ${columns}, e.data ${from} where d.webhook_number = :webhookNumber and d.event_seq = :eventSeq`);
export const listAttempts = (queries: Queries, { webhookNumber, eventSeq }: DeliveryKey) =>
  queries.list(attempts, { webhookNumber, eventSeq });

const restarted = `state = 'pending', lane = 1, tries = 0, next_at = :now, finished_at = null`;

/** Makes the delivery due now, with the full retry schedule. */
export const restartDelivery = sql.run<DeliveryKey & { now: number }>(`
  update webhook_deliveries set ${restarted} where webhook_number = :webhookNumber and event_seq = :eventSeq`);

const restartFailed = statement<{ webhookNumber: number; since: number; now: number; limit: number }>(`
  update webhook_deliveries set ${restarted}
  where webhook_number = :webhookNumber and event_seq in (
    select d.event_seq from webhook_deliveries d
    where d.webhook_number = :webhookNumber and d.state = 'failed' and d.created_at >= :since limit :limit)`);
/** The same for every delivery that failed since then. Returns their number. */
export const restartFailedSince = (tx: Queries, webhookNumber: number, since: number, now: number) =>
  runInBatches(tx, restartFailed, { webhookNumber, since, now });

export interface ReplayRow extends OwnerAccess {
  seq: number;
  id: string;
  type: string;
  workspaceId: string | null;
  projectId: string | null;
  ticketId: string | null;
}
interface ReplayRange {
  ownerId: string;
  after: string;
  until: string;
  types: string[];
  limit: number;
}

/** Events after an id, in order, with the owner's access to each. */
export const listEventsInRange = sql.list<ReplayRange, ReplayRow>(`
  select e.seq, e.id, e.type, e.workspace_id as "workspaceId", e.project_id as "projectId",
    e.ticket_id as "ticketId", ${ownerAccessColumns}
  from events e
  join users u on u.id = :ownerId
  ${ownerAccessJoins}
  where e.id > :after and e.id < :until and e.type in :types[]
  order by e.id limit :limit`);

const replayColumns = ['webhook_number', 'event_seq', 'state', 'lane', 'next_at', 'created_at'];
// A pending delivery is left as it is: it is sent anyway.
const unlessPending = `on conflict (webhook_number, event_seq) do update set state = 'pending', lane = 1, tries = 0,
  next_at = excluded.next_at, created_at = excluded.created_at, finished_at = null
  where webhook_deliveries.state <> 'pending'`;

export const upsertReplayedDeliveries = (tx: Tx, webhookNumber: number, eventSeqs: number[], now: number) =>
  insertMany(
    tx,
    'webhook_deliveries',
    replayColumns,
    eventSeqs.map((eventSeq) => [webhookNumber, eventSeq, 'pending', 1, now, now]),
    unlessPending,
  );
