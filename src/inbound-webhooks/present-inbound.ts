import { toIso } from '../platform/instant.ts';
import type { Effect } from './delivery-log/delivery.ts';
import { type Delivery, hostDeliveryId } from './delivery-log/delivery-store.ts';
import type { ReceivedDelivery } from './delivery-log/record-delivery.ts';
import { secretVariable } from './receive/verify-delivery.ts';
import type { AccessToken } from './settings/access-token-store.ts';
import type { ListedInboundSecret } from './settings/inbound-secret-store.ts';
import type { Trigger } from './settings/trigger.ts';

const parseEffects = ({ effects }: Delivery) => JSON.parse(effects) as Effect[];

function presentReceived({ delivery, isDuplicate }: ReceivedDelivery) {
  const effects = parseEffects(delivery);
  return {
    id: delivery.id,
    event: delivery.event,
    accepted: true,
    ...(isDuplicate && { duplicate: true }),
    verified: delivery.verified === 1,
    tasks: effects.flatMap((effect) =>
      effect.type === 'task'
        ? [{ id: effect.taskId, kind: effect.kind, projectId: effect.projectId, state: effect.state }]
        : [],
    ),
    ...(delivery.reason !== null && { reason: delivery.reason }),
  };
}

export function presentCodeAnswer(received: ReceivedDelivery) {
  const { provider, action, repository, verified } = received.delivery;
  return {
    ...presentReceived(received),
    provider,
    ...(action !== null && { action }),
    ...(repository !== null && { repository }),
    deliveryId: hostDeliveryId(received.delivery),
    ...(verified === 0 && { warning: `Not verified: ${secretVariable(provider)} is not set` }),
  };
}

export function presentGenericAnswer(received: ReceivedDelivery, hasProject: boolean) {
  return { ...presentReceived(received), accepted: hasProject };
}

/** Leaves out effects in projects that the reader does not administer; `visibleProjects` undefined: shows all. */
export function presentDelivery(delivery: Delivery, visibleProjects: readonly string[] | undefined) {
  const { action, repository, reason, replayOf } = delivery;
  return {
    id: delivery.id,
    provider: delivery.provider,
    deliveryId: hostDeliveryId(delivery),
    event: delivery.event,
    ...(action !== null && { action }),
    ...(repository !== null && { repository }),
    verified: delivery.verified === 1,
    outcome: delivery.outcome,
    ...(reason !== null && { reason }),
    effects: parseEffects(delivery).filter(
      ({ projectId }) =>
        visibleProjects === undefined || (projectId !== null && visibleProjects.includes(projectId)),
    ),
    size: delivery.bytes,
    repeats: delivery.repeats,
    ...(replayOf !== null && { replayOf }),
    receivedAt: toIso(delivery.receivedAt),
  };
}

export const presentAccessToken = ({ id, name, start, createdAt, lastUsedAt }: AccessToken) => ({
  id,
  name,
  start,
  createdAt: toIso(createdAt),
  ...(lastUsedAt !== null && { lastUsedAt: toIso(lastUsedAt) }),
});

export const presentInboundSecret = (
  { id, provider, setBy, setByName, setAt }: ListedInboundSecret,
  serverUrl: string,
) => ({
  id,
  provider,
  url: `${serverUrl}/webhooks/${provider}?key=${id}`,
  setAt: toIso(setAt),
  setBy: setBy === null ? null : { id: setBy, name: setByName ?? '' },
});

export const presentTrigger = ({ event, ignores, kind, instructions, priority }: Trigger) => ({
  event,
  ignore: ignores,
  ...(kind !== null && { kind }),
  ...(instructions !== null && { instructions }),
  ...(priority !== null && { priority }),
});
