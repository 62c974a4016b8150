import { recordAdminRead } from '../../audit/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import { findAnyProject } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { parsePayload } from '../payload.ts';
import { findVisibleProjects, getDeliveryFor } from './delivery-access.ts';
import { type DeliveryFilter, findDeliveryBody, listDeliveryRows } from './delivery-store.ts';

export interface DeliveryQuery extends Omit<DeliveryFilter, 'projectIds'> {
  project?: string | undefined;
}

/** Newest first. Instance administrators see every delivery, others those of the projects they administer. */
export async function listDeliveries(scope: Scope, { project, ...filter }: DeliveryQuery, page: Page) {
  const { db, actor } = scope;
  if (actor.role === 'ADMIN') await recordAdminRead(scope, 'inbound_deliveries.read');
  const visible = await findVisibleProjects(db.reads, actor);
  const projectIds = project ? await onlyProject(db.reads, project, visible) : visible;
  const listed = await listDeliveryRows(db.workerReads, { ...filter, projectIds }, page);
  return { ...listed, visible };
}

/** A project that is unknown or not visible matches nothing, as in every other filter. */
async function onlyProject(queries: Queries, ref: string, visible: string[] | undefined): Promise<string[]> {
  const project = await findAnyProject(queries, ref);
  return project && (visible === undefined || visible.includes(project.id)) ? [project.id] : [];
}

export async function getDelivery(scope: Scope, id: string) {
  const { db, actor } = scope;
  const { delivery, projectIds } = await getDeliveryFor(db.reads, actor, id);
  if (projectIds === undefined)
    await recordAdminRead(scope, 'inbound_deliveries.read', { kind: 'inbound_delivery', id });
  const body = (await findDeliveryBody(db.reads, id)) ?? '{}';
  return { delivery, projectIds, payload: parsePayload(Buffer.from(body)) ?? {} };
}
