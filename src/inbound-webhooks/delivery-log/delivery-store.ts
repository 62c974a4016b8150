import {
  byNumber,
  byText,
  dynamicPagedList,
  insertMany,
  listPage,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../../platform/db/index.ts';
import { readListCount } from '../../platform/list-counts/index.ts';
import type { ListedRows, Page } from '../../platform/paging.ts';
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
  /** The project whose secret signed the delivery, which has effects in that project alone. */
  signedByProject: string | null;
  receivedAt: number;
}

/**
 * A person who knows a project's secret chooses the ids of the deliveries it signs. The ids are unique within the
 * project, so that they cannot hide deliveries of others.
 */
export const deliveryIdFor = (signedByProject: string | null, id: string) =>
  signedByProject === null ? id : `${id} ${signedByProject}`;
/** The id that the code host sent. */
export const hostDeliveryId = ({ deliveryId, signedByProject, replayOf }: Delivery) =>
  signedByProject === null || replayOf !== null
    ? deliveryId
    : deliveryId.slice(0, -(signedByProject.length + 1));

const columns = `d.id, d.provider, d.delivery_id as "deliveryId", d.event, d.action, d.repository, d.verified, d.outcome,
  d.reason, d.effects, d.bytes, d.repeats, d.replay_of as "replayOf", d.replayed_by as "replayedBy",
  d.signed_by_project as "signedByProject", d.received_at as "receivedAt"`;

const body = statement<{ id: string }, { body: string }>(
  'select body from inbound_bodies where delivery_id = :id',
);

/** Returns false for a delivery id that was received before. A concurrent insert of the same id waits for this one. */
export const insertDelivery = sql.change<Omit<Delivery, 'repeats'>>(`
  insert into inbound_deliveries (id, provider, delivery_id, event, action, repository, verified,
    outcome, reason, effects, bytes, replay_of, replayed_by, signed_by_project, received_at)
  values (:id, :provider, :deliveryId, :event, :action, :repository, :verified,
    :outcome, :reason, :effects, :bytes, :replayOf, :replayedBy, :signedByProject, :receivedAt)
  on conflict do nothing`);
export const findDeliveryByProviderId = sql.find<Pick<Delivery, 'provider' | 'deliveryId'>, Delivery>(
  `select ${columns} from inbound_deliveries d where d.provider = :provider and d.delivery_id = :deliveryId`,
);
export const deleteDelivery = sql.run<{ id: string }>('delete from inbound_deliveries where id = :id');
export const incrementRepeats = sql.run<{ id: string }>(
  'update inbound_deliveries set repeats = repeats + 1 where id = :id',
);

export const insertDeliveryBody = sql.run<{ id: string; body: string }>(
  'insert into inbound_bodies (delivery_id, body) values (:id, :body)',
);

export const updateDeliveryOutcome = sql.run<Pick<Delivery, 'id' | 'outcome' | 'reason' | 'effects'>>(
  'update inbound_deliveries set outcome = :outcome, reason = :reason, effects = :effects where id = :id',
);

/** Admins of these projects may see the delivery. */
export const insertDeliveryProjects = (tx: Tx, { id, receivedAt }: Delivery, projectIds: string[]) =>
  insertMany(
    tx,
    'inbound_delivery_projects',
    ['project_id', 'received_at', 'delivery_id'],
    projectIds.map((projectId) => [projectId, receivedAt, id]),
  );

export const findDelivery = sql.find<{ id: string }, Delivery>(
  `select ${columns} from inbound_deliveries d where d.id = :id`,
);
export const findDeliveryBody = async (queries: Queries, id: string) =>
  (await queries.find(body, { id }))?.body;
export const listProjectsOfDelivery = sql.listValues<{ id: string }, { projectId: string }>(
  'select project_id as "projectId" from inbound_delivery_projects where delivery_id = :id',
);
export const listAdministeredProjects = sql.listValues<{ userId: string }, { projectId: string }>(`
  select m.project_id as "projectId" from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role in ('owner', 'admin') and p.status <> 'deleted'`);

/** Deletes at most the 200 oldest rows per transaction, so that a large clean-up does not block other writers. */
export const pruneDeliveries = sql.run<{ before: number }>(`
  delete from inbound_deliveries where id in (
    select id from inbound_deliveries where received_at <= :before order by received_at limit 200)`);

export interface DeliveryFilter {
  /** Undefined for deliveries of all projects and of none. */
  projectIds?: string[] | undefined;
  provider?: InboundProvider | undefined;
  event?: string | undefined;
  outcome?: DeliveryOutcome | undefined;
}

export async function listDeliveryRows(
  queries: Queries,
  { projectIds, ...filter }: DeliveryFilter,
  page: Page,
): Promise<ListedRows<Delivery>> {
  if (projectIds?.length === 0) return { rows: [], total: 0, next: undefined };
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  const where = fields.map(([field]) => `d.${field} = :${field}`);
  const params = Object.fromEntries(fields);
  const isFiltered = fields.length > 0;
  const [projectId, ...others] = projectIds ?? [];
  if (projectId === undefined) {
    const all = deliveryList('d', { from: 'inbound_deliveries d', where: ['1 = 1', ...where] });
    const count = () => readListCount(queries, { list: 'inbound_deliveries', owners: [''] });
    return listPage(queries, all, params, page, isFiltered ? undefined : count);
  }
  if (others.length === 0) {
    const ofProject = deliveryList('x', {
      from: `inbound_delivery_projects x ${isFiltered ? joinDeliveries : ''}`,
      joins: isFiltered ? '' : joinDeliveries,
      where: ['x.project_id = :projectId', ...where],
    });
    const count = () => readListCount(queries, { list: 'inbound_deliveries', owners: [projectId] });
    return listPage(queries, ofProject, { ...params, projectId }, page, isFiltered ? undefined : count);
  }
  const ofProjects = deliveryList('d', { from: 'inbound_deliveries d', where: [isInProjects, ...where] });
  const list = { ...params, projectIds: [projectId, ...others] };
  const count = () => countInProjects(queries, { projectIds: list.projectIds });
  return listPage(queries, ofProjects, list, page, isFiltered ? undefined : count);
}

const joinDeliveries = 'join inbound_deliveries d on d.id = x.delivery_id';
const isInProjects = `exists (
  select 1 from inbound_delivery_projects x where x.delivery_id = d.id and x.project_id in :projectIds[])`;

/** Newest first. For one project, the rows `x` of its deliveries are read along their index. */
function deliveryList(
  sortedTable: 'd' | 'x',
  { where, ...parts }: { from: string; joins?: string; where: string[] },
) {
  return dynamicPagedList<object, Delivery>({
    columns,
    ...parts,
    where: where.join(' and '),
    sort: [
      byNumber(`${sortedTable}.received_at`, 'desc', ({ receivedAt }) => receivedAt),
      byText(sortedTable === 'd' ? 'd.id' : 'x.delivery_id', 'desc', ({ id }) => id),
    ],
  });
}

// A delivery can belong to several projects, so their counts do not add up.
const countInProjects = sql.count<{ projectIds: string[] }, { total: number }>(`
  select count(distinct delivery_id) as total from inbound_delivery_projects where project_id in :projectIds[]`);
