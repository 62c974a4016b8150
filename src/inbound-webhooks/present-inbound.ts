import { present } from '../platform/present.ts';
import type { Effect } from './delivery-log/delivery.ts';
import { type Delivery, hostDeliveryId } from './delivery-log/delivery-store.ts';
import type { ReceivedDelivery } from './delivery-log/record-delivery.ts';
import { AccessToken, InboundDelivery, InboundSecret, Trigger } from './inbound-schemas.ts';
import { secretVariable } from './receive/verify-delivery.ts';
import type { AccessToken as AccessTokenRow } from './settings/access-token-store.ts';
import type { ListedInboundSecret } from './settings/inbound-secret-store.ts';
import type { Trigger as TriggerRow } from './settings/trigger.ts';

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
  const isVisible = ({ projectId }: Effect) =>
    visibleProjects === undefined || (projectId !== null && visibleProjects.includes(projectId));
  return present(InboundDelivery, delivery, {
    deliveryId: hostDeliveryId(delivery),
    effects: parseEffects(delivery).filter(isVisible),
    size: delivery.bytes,
  });
}

export const presentAccessToken = (token: AccessTokenRow) => present(AccessToken, token);

export const presentInboundSecret = (secret: ListedInboundSecret, serverUrl: string) =>
  present(InboundSecret, secret, {
    url: `${serverUrl}/webhooks/${secret.provider}?key=${secret.id}`,
    setBy: secret.setBy === null ? null : { id: secret.setBy, name: secret.setByName ?? '' },
  });

export const presentTrigger = (trigger: TriggerRow) => present(Trigger, trigger, { ignore: trigger.ignores });
