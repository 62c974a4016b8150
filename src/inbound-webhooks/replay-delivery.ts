import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { findProject } from '../projects/index.ts';
import type { Scope } from '../users/index.ts';
import type { Provider } from './code-event.ts';
import type { Caused } from './delivery.ts';
import { getDeliveryFor } from './delivery-access.ts';
import type { Delivery } from './delivery-store.ts';
import { hostNamed } from './hosts/index.ts';
import { getDelivery } from './list-deliveries.ts';
import { objectAt, type Payload, textAt } from './payload.ts';
import { causeOf } from './receive-code-delivery.ts';
import { applyGenericEvent } from './receive-generic.ts';
import { rememberDelivery } from './remember-delivery.ts';
import type { InboundSettings } from './settings.ts';

/**
 * Takes a delivery as if it came now, repositories, settings and triggers as they are now. An admin of a project has it
 * take effect in their projects alone.
 */
export async function replayDelivery(scope: Scope, settings: InboundSettings, id: string) {
  const { delivery: first, projectIds, payload } = await getDelivery(scope, id);
  const now = scope.clock.now();
  const { delivery } = await rememberDelivery(
    (work) =>
      scope.write(async (tx) => {
        // Asked again inside: what was allowed a moment ago need not be any more.
        await getDeliveryFor(tx, scope.actor, id);
        return work(tx);
      }),
    {
      provider: first.provider,
      deliveryId: `replay ${newId(now)}`,
      event: first.event,
      action: first.action,
      repository: first.repository,
      verified: first.verified,
      bytes: first.bytes,
      body: JSON.stringify(payload),
      replayOf: first.id,
      replayedBy: scope.actor.userId,
    },
    now,
    (tx, replay) => cause(scope, settings, tx, replay, payload, projectIds),
  );
  return { delivery, projectIds };
}

async function cause(
  { db, clock }: Scope,
  settings: InboundSettings,
  tx: Tx,
  replay: Delivery,
  payload: Payload,
  onlyProjects: string[] | undefined,
): Promise<Caused> {
  if (replay.provider !== 'generic') {
    const host = hostNamed(replay.provider as Provider);
    return causeOf({ db, clock, settings }, host, tx, replay, payload, onlyProjects);
  }
  const ref = textAt(payload, 'projectId') ?? onlyProjects?.[0] ?? '';
  const project = await findProject(tx, ref, '');
  if (!project || project.status === 'deleted' || (onlyProjects && !onlyProjects.includes(project.id)))
    return {
      effects: [],
      projectIds: onlyProjects ?? [],
      reason: 'No task: there is no project with this projectId',
    };
  const event = { event: replay.event, data: objectAt(payload, 'data') };
  return applyGenericEvent({ tx, now: replay.receivedAt, settings }, project, event, replay.deliveryId);
}
