import type { Tx } from '../platform/db/index.ts';
import { quoteNames } from '../platform/error-texts.ts';
import { invalid } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { subscriptionsMax, type ViewForActor } from './view.ts';
import { canReadView } from './view-access.ts';
import {
  countSubscriptions,
  deleteSubscription,
  insertSubscription,
  listViewsById,
  replacePositions,
  saveStar,
} from './view-store.ts';
import { getViewFor } from './views.ts';

/** Stars the view for the actor alone: neither the view nor its version changes. */
export async function starView(scope: Scope, id: string, isStarred: boolean): Promise<ViewForActor> {
  return scope.write(async (tx) => {
    const view = await getViewFor(tx, scope.actor, id, canReadView);
    await lockMarks(tx, scope);
    await saveStar(tx, scope.actor.userId, view.id, isStarred);
    return { ...view, starred: Number(isStarred) };
  });
}

/** Subscribes the actor alone to the tickets that enter the view. */
export async function subscribeToView(
  scope: Scope,
  id: string,
  isSubscribed: boolean,
): Promise<ViewForActor> {
  const { userId } = scope.actor;
  return scope.write(async (tx) => {
    const view = await getViewFor(tx, scope.actor, id, canReadView);
    await lockMarks(tx, scope);
    if (!isSubscribed) {
      await deleteSubscription(tx, { userId, viewId: view.id });
      return { ...view, subscribedAt: null };
    }
    if (view.subscribedAt === null && (await countSubscriptions(tx, { userId })) >= subscriptionsMax) {
      throw invalid({
        id: [`You are subscribed to ${subscriptionsMax} views, the maximum. Unsubscribe from one first.`],
      });
    }
    const subscribedAt = view.subscribedAt ?? scope.clock.now();
    await insertSubscription(tx, { userId, viewId: view.id, subscribedAt });
    return { ...view, subscribedAt };
  });
}

/** Replaces the actor's own order of views. */
export async function orderViews(scope: Scope, ids: string[]): Promise<string[]> {
  const { actor } = scope;
  return scope.write(async (tx) => {
    const found = await listViewsById(tx, { ids, userId: actor.userId });
    const visible = new Set(
      found
        .filter((view) => view.projectStatus !== 'deleted' && canReadView(actor, view))
        .map(({ id }) => id),
    );
    const unknown = ids.filter((id) => !visible.has(id));
    if (unknown.length > 0) {
      throw invalid({ ids: [`Views do not exist: ${quoteNames(unknown)}`] });
    }
    await lockMarks(tx, scope);
    await replacePositions(tx, actor.userId, ids);
    return ids;
  });
}

/** Without the lock, two concurrent requests could give two views the same position. */
const lockMarks = (tx: Tx, { actor }: Scope) => tx.advisoryLock(`view marks ${actor.userId}`);
