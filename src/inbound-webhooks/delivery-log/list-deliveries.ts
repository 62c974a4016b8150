import type { Queries } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import { findProject } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { parsePayload } from '../payload.ts';
import { findVisibleProjects, getDeliveryFor } from './delivery-access.ts';
import { type DeliveryFilter, findDeliveryBody, listDeliveryRows } from './delivery-store.ts';

export interface DeliveryQuery extends Omit<DeliveryFilter, 'projectIds'> {
  project?: string | undefined;
}

/** Newest first. Instance administrators see every delivery, others those of the projects they administer. */
export async function listDeliveries(
  { db, actor }: Scope,
  { project, ...filter }: DeliveryQuery,
  page: Page,
) {
  const visible = await findVisibleProjects(db.reads, actor);
  const projectIds = project ? await onlyProject(db.reads, project, visible) : visible;
  const listed = await listDeliveryRows(db.workerReads, { ...filter, projectIds }, page);
  return { ...listed, visible };
}

/** A project that is unknown or not visible matches nothing, as in every other filter. */
async function onlyProject(queries: Queries, ref: string, visible: string[] | undefined): Promise<string[]> {
  const project = await findProject(queries, ref, '');
  return project && (visible === undefined || visible.includes(project.id)) ? [project.id] : [];
}

export async function getDelivery({ db, actor }: Scope, id: string) {
  const { delivery, projectIds } = await getDeliveryFor(db.reads, actor, id);
  const body = (await findDeliveryBody(db.reads, id)) ?? '{}';
  return { delivery, projectIds, payload: parsePayload(Buffer.from(body)) ?? {} };
}
