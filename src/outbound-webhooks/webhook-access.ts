import { type Actor, isReadOnly } from '../users/index.ts';
import type { Webhook } from './webhook.ts';

type Owned = Pick<Webhook, 'ownerId'>;

const isOwner = ({ userId }: Actor, { ownerId }: Owned) => userId === ownerId;

/** Its deliveries hold what its owner may see, so they are for nobody else. */
export const canReadDeliveries = (actor: Actor, webhook: Owned) => isOwner(actor, webhook);

export const canUseWebhook = (actor: Actor, webhook: Owned) => !isReadOnly(actor) && isOwner(actor, webhook);

/** An administrator of the instance sees every webhook and may stop it, but not turn it elsewhere. */
export const canReadWebhook = (actor: Actor, webhook: Owned) =>
  isOwner(actor, webhook) || actor.role === 'ADMIN';

export const canStopWebhook = (actor: Actor, webhook: Owned) =>
  canUseWebhook(actor, webhook) || actor.role === 'ADMIN';

export const canSubscribeToInstance = (actor: Actor) => actor.role === 'ADMIN';
