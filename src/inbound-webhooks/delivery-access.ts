import type { Queries } from '../platform/db/index.ts';
import { forbiddenBecause, notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type Actor, isReadOnly, keyProjectsOf, keyReaches } from '../users/index.ts';
import { type Delivery, findDelivery, listAdministered, listProjectsOfDelivery } from './delivery-store.ts';

/** The projects whose deliveries somebody may see; undefined: all there are. */
export async function findVisibleProjects(queries: Queries, actor: Actor): Promise<string[] | undefined> {
  const reached = keyProjectsOf(actor);
  if (actor.role === 'ADMIN') return reached && [...reached];
  if (isReadOnly(actor)) return [];
  return (await listAdministered(queries, actor.userId)).filter((id) => keyReaches(actor, id));
}

export interface VisibleDelivery {
  delivery: Delivery;
  /** Those of its projects that the actor administers; undefined: the actor sees all of it. */
  projectIds: string[] | undefined;
}

/** The delivery, if it exists and the actor administers the instance or a project that it is about. */
export async function getDeliveryFor(queries: Queries, actor: Actor, id: string): Promise<VisibleDelivery> {
  const delivery = isId(id) ? await findDelivery(queries, id) : undefined;
  if (!delivery) throw notFound('Delivery');
  const visible = await findVisibleProjects(queries, actor);
  if (visible === undefined) return { delivery, projectIds: undefined };
  const projectIds = (await listProjectsOfDelivery(queries, id)).filter((one) => visible.includes(one));
  if (projectIds.length === 0)
    throw forbiddenBecause(
      'Only administrators of the instance, or of a project it is about, may see this delivery',
    );
  return { delivery, projectIds };
}
