import type { Queries } from '../../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Actor, isReadOnly, keyAllowsProject, keyProjectLimit } from '../../users/index.ts';
import {
  type Delivery,
  findDelivery,
  listAdministeredProjects,
  listProjectsOfDelivery,
} from './delivery-store.ts';

/** The projects whose deliveries the actor may see; undefined: all projects. */
export async function findVisibleProjects(queries: Queries, actor: Actor): Promise<string[] | undefined> {
  const keyProjects = keyProjectLimit(actor);
  if (actor.role === 'ADMIN') return keyProjects && [...keyProjects];
  if (isReadOnly(actor)) return [];
  return (await listAdministeredProjects(queries, { userId: actor.userId })).filter((id) =>
    keyAllowsProject(actor, id),
  );
}

export interface VisibleDelivery {
  delivery: Delivery;
  /** The projects of the delivery that the actor administers; undefined: the actor may see the whole delivery. */
  projectIds: string[] | undefined;
}

/** Throws NOT_FOUND, or FORBIDDEN unless the actor administers the instance or a project of the delivery. */
export async function getDeliveryFor(queries: Queries, actor: Actor, id: string): Promise<VisibleDelivery> {
  const delivery = isId(id) ? await findDelivery(queries, { id }) : undefined;
  if (!delivery) throw notFound('Delivery');
  const visible = await findVisibleProjects(queries, actor);
  if (visible === undefined) return { delivery, projectIds: undefined };
  const projectIds = (await listProjectsOfDelivery(queries, { id })).filter((one) => visible.includes(one));
  if (projectIds.length === 0)
    throw forbiddenBecause('Only administrators of the instance or of a project of this delivery may see it');
  return { delivery, projectIds };
}
