import {
  byNumber,
  byText,
  dynamicPagedList,
  insertMany,
  listPage,
  type Queries,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import type { DeliveryOutcome, InboundProvider } from './delivery.ts';

export interface Delivery {
  id: string;
  provider: InboundProvider;
  deliveryId: string;
  event: string;
  action: string | null;
  repository: string | null;
  verified: number;
  outcome: DeliveryOutcome;
  reason: string | null;
  /** JSON array of `Effect`. */
  effects: string;
  bytes: number;
  repeats: number;
  replayOf: string | null;
  replayedBy: string | null;
  receivedAt: number;
}

const columns = `d.id, d.provider, d.delivery_id as "deliveryId", d.event, d.action, d.repository, d.verified, d.outcome,
  d.reason, d.effects, d.bytes, d.repeats, d.replay_of as "replayOf", d.replayed_by as "replayedBy",
  d.received_at as "receivedAt"`;

const insert = statement<Omit<Delivery, 'repeats'>>(`
  insert into inbound_deliveries (id, provider, delivery_id, event, action, repository, verified,
    outcome, reason, effects, bytes, replay_of, replayed_by, received_at)
  values (:id, :provider, :deliveryId, :event, :action, :repository, :verified,
    :outcome, :reason, :effects, :bytes, :replayOf, :replayedBy, :receivedAt)
  on conflict do nothing`);
const byProviderId = statement<Pick<Delivery, 'provider' | 'deliveryId'>, Delivery>(
  `select ${columns} from inbound_deliveries d where d.provider = :provider and d.delivery_id = :deliveryId`,
);
const remove = statement<{ id: string }>('delete from inbound_deliveries where id = :id');
const addRepeat = statement<{ id: string }>(
  'update inbound_deliveries set repeats = repeats + 1 where id = :id',
);
const updateOutcome = statement<Pick<Delivery, 'id' | 'outcome' | 'reason' | 'effects'>>(
  'update inbound_deliveries set outcome = :outcome, reason = :reason, effects = :effects where id = :id',
);
const insertBody = statement<{ id: string; body: string }>(
  'insert into inbound_bodies (delivery_id, body) values (:id, :body)',
);
const body = statement<{ id: string }, { body: string }>(
  'select body from inbound_bodies where delivery_id = :id',
);
const byId = statement<{ id: string }, Delivery>(
  `select ${columns} from inbound_deliveries d where d.id = :id`,
);
const projectsOf = statement<{ id: string }, { projectId: string }>(
  'select project_id as "projectId" from inbound_delivery_projects where delivery_id = :id',
);
const administered = statement<{ userId: string }, { projectId: string }>(`
  select m.project_id as "projectId" from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role in ('owner', 'admin') and p.status <> 'deleted'`);
const prune = statement<{ before: number }>(`
  delete from inbound_deliveries where id in (
    select id from inbound_deliveries where received_at <= :before order by received_at limit 200)`);

/** Returns false for a delivery id that was received before. A concurrent insert of the same id waits for this one. */
export const insertDelivery = async (tx: Tx, delivery: Omit<Delivery, 'repeats'>) =>
  (await tx.run(insert, delivery)) === 1;
export const findDeliveryByProviderId = (
  tx: Tx,
  { provider, deliveryId }: Pick<Delivery, 'provider' | 'deliveryId'>,
) => tx.find(byProviderId, { provider, deliveryId });
export const deleteDelivery = (tx: Tx, id: string) => tx.run(remove, { id });
export const incrementRepeats = (tx: Tx, id: string) => tx.run(addRepeat, { id });

export const insertDeliveryBody = (tx: Tx, id: string, text: string) =>
  tx.run(insertBody, { id, body: text });

export const updateDeliveryOutcome = (tx: Tx, { id, outcome, reason, effects }: Delivery) =>
  tx.run(updateOutcome, { id, outcome, reason, effects });

/** Admins of these projects may see the delivery. */
export const insertDeliveryProjects = (tx: Tx, { id, receivedAt }: Delivery, projectIds: string[]) =>
  insertMany(
    tx,
    'inbound_delivery_projects',
    ['project_id', 'received_at', 'delivery_id'],
    projectIds.map((projectId) => [projectId, receivedAt, id]),
  );

export const findDelivery = (queries: Queries, id: string) => queries.find(byId, { id });
export const findDeliveryBody = async (queries: Queries, id: string) =>
  (await queries.find(body, { id }))?.body;
export const listProjectsOfDelivery = async (queries: Queries, id: string) =>
  (await queries.list(projectsOf, { id })).map(({ projectId }) => projectId);
export const listAdministeredProjects = async (queries: Queries, userId: string) =>
  (await queries.list(administered, { userId })).map(({ projectId }) => projectId);

/** Deletes at most the 200 oldest rows per transaction, so that a large clean-up does not block other writers. */
export const pruneDeliveries = (tx: Tx, before: number) => tx.run(prune, { before });

export interface DeliveryFilter {
  /** Undefined: deliveries of all projects and of none. */
  projectIds?: string[] | undefined;
  provider?: InboundProvider | undefined;
  event?: string | undefined;
  outcome?: DeliveryOutcome | undefined;
}

export async function listDeliveryRows(queries: Queries, filter: DeliveryFilter, page: Page) {
  const parts = ['1 = 1'];
  if (filter.projectIds)
    parts.push(
      'd.id in (select delivery_id from inbound_delivery_projects where project_id in :projectIds[])',
    );
  for (const field of ['provider', 'event', 'outcome'] as const) {
    if (filter[field] !== undefined) parts.push(`d.${field} = :${field}`);
  }
  const params = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const deliveries = dynamicPagedList<object, Delivery>({
    columns,
    from: 'inbound_deliveries d',
    where: parts.join(' and '),
    sort: [
      byNumber('d.received_at', 'desc', ({ receivedAt }) => receivedAt),
      byText('d.id', 'desc', ({ id }) => id),
    ],
  });
  return listPage(queries, deliveries, params, page);
}
