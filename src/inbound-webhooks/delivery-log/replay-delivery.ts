import { recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import { findAnyProject } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import type { Provider } from '../code-event.ts';
import { getHostAdapter } from '../hosts/index.ts';
import type { InboundSettings } from '../inbound-context.ts';
import { objectAt, type Payload, textAt } from '../payload.ts';
import { applyCodeDelivery } from '../receive/receive-code-delivery.ts';
import { applyGenericEvent } from '../receive/receive-generic-event.ts';
import type { DeliveryResult } from './delivery.ts';
import { getDeliveryFor } from './delivery-access.ts';
import type { Delivery } from './delivery-store.ts';
import { getDelivery } from './list-deliveries.ts';
import { recordDelivery } from './record-delivery.ts';

/**
 * Applies a recorded delivery again with the current repositories, settings and triggers. For an admin of projects, the
 * replay has effects in those projects only.
 */
export async function replayDelivery(scope: Scope, settings: InboundSettings, id: string) {
  const { delivery: original, projectIds, payload } = await getDelivery(scope, id);
  const now = scope.clock.now();
  const { delivery } = await recordDelivery(
    (work) =>
      scope.write(async (tx) => {
        // Checked again inside the transaction: the actor may have lost access since the first check.
        const visible = await getDeliveryFor(tx, scope.actor, id);
        if (visible.projectIds === undefined)
          await recordAudit(tx, scope, 'inbound_deliveries.replayed', { kind: 'inbound_delivery', id });
        return work(tx);
      }),
    {
      provider: original.provider,
      deliveryId: `replay ${newId(now)}`,
      event: original.event,
      action: original.action,
      repository: original.repository,
      verified: original.verified,
      bytes: original.bytes,
      body: JSON.stringify(payload),
      replayOf: original.id,
      replayedBy: scope.actor.userId,
      signedByProject: original.signedByProject,
    },
    now,
    (tx, replay) => applyReplay(scope, settings, tx, replay, payload, projectIds),
  );
  return { delivery, projectIds };
}

async function applyReplay(
  { db, clock }: Scope,
  settings: InboundSettings,
  tx: Tx,
  replay: Delivery,
  payload: Payload,
  onlyProjects: string[] | undefined,
): Promise<DeliveryResult> {
  if (replay.provider !== 'generic') {
    const host = getHostAdapter(replay.provider as Provider);
    return applyCodeDelivery({ db, clock, settings }, host, tx, replay, payload, onlyProjects);
  }
  const ref = textAt(payload, 'projectId') ?? onlyProjects?.[0] ?? '';
  const project = await findAnyProject(tx, ref);
  if (!project || project.status === 'deleted' || (onlyProjects && !onlyProjects.includes(project.id)))
    return {
      effects: [],
      projectIds: onlyProjects ?? [],
      reason: 'No task: no project has this projectId',
    };
  const event = { event: replay.event, data: objectAt(payload, 'data') };
  return applyGenericEvent({ tx, now: replay.receivedAt, settings }, project, event, replay.deliveryId);
}
