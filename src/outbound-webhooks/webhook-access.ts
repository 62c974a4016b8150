import { type Actor, isReadOnly } from '../users/index.ts';
import type { Webhook } from './webhook.ts';

type Owned = Pick<Webhook, 'ownerId'>;

const isOwner = ({ userId }: Actor, { ownerId }: Owned) => userId === ownerId;

/** Deliveries contain what the owner may see, so nobody else can read them, not even administrators. */
export const canReadDeliveries = (actor: Actor, webhook: Owned) => isOwner(actor, webhook);

export const canUseWebhook = (actor: Actor, webhook: Owned) => !isReadOnly(actor) && isOwner(actor, webhook);

/** Administrators can read and stop every webhook, but not change where or what it sends. */
export const canReadWebhook = (actor: Actor, webhook: Owned) =>
  isOwner(actor, webhook) || actor.role === 'ADMIN';

export const canStopWebhook = (actor: Actor, webhook: Owned) =>
  canUseWebhook(actor, webhook) || actor.role === 'ADMIN';

export const canSubscribeToInstance = (actor: Actor) => actor.role === 'ADMIN';
