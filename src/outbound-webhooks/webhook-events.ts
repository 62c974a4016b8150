import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { Type } from '../platform/schema.ts';
import { findOwner } from './owner-store.ts';
import type { DisablingReason, Webhook } from './webhook.ts';

const text = (example: string) => Type.String({ examples: [example] });
const subject = {
  webhook: Type.Object({
    id: text('01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'),
    /** Not the whole address, which may hold a secret. */
    host: text('hooks.example.org'),
    description: Type.Optional(text('Deploys')),
  }),
  project: Type.Null(),
  user: Type.Object({ id: text('01922f0e-1c2d-7e3f-8a4b-5c6d7e8f9a0b'), name: text('Ada Lovelace') }),
};
const ofWebhook = Type.Object(subject);
const ofDisabling = Type.Object({
  ...subject,
  reason: Type.Unsafe<DisablingReason>({ type: 'string', enum: ['gone', 'failing'], examples: ['failing'] }),
});

/** What a test delivers. It is for one receiver, so nobody else hears of it. */
export const webhookTest = eventType({
  name: 'webhook.test',
  meaning: 'somebody tests the webhook',
  payload: ofWebhook,
  sentence: ({ webhook }) => `tested the webhook to ${webhook.host}`,
  isPublic: false,
});
const declare = (verb: 'created' | 'updated' | 'deleted') =>
  eventType({
    name: `webhook.${verb}`,
    meaning: `a webhook was ${verb}`,
    payload: ofWebhook,
    sentence: ({ webhook }) => `${verb} the webhook to ${webhook.host}`,
    isPublic: false,
  });
export const webhookCreated = declare('created');
export const webhookUpdated = declare('updated');
export const webhookDeleted = declare('deleted');

/** Its owner's other webhooks, screens and notifications tell of it: the receiver itself cannot. */
const webhookDisabled = eventType({
  name: 'webhook.disabled',
  meaning: 'a webhook of yours was disabled: its receiver answered 410, or nothing got through for 5 days',
  payload: ofDisabling,
  sentence: ({ webhook }) => `lost the webhook to ${webhook.host}, which was disabled`,
  isPublic: true,
});
export const webhookEnabled = eventType({
  name: 'webhook.enabled',
  meaning: 'a webhook of yours that was disabled for failing answers again and is active',
  payload: ofWebhook,
  sentence: ({ webhook }) => `got back the webhook to ${webhook.host}`,
  isPublic: true,
});

export const webhookEvents = [
  webhookTest,
  webhookCreated,
  webhookUpdated,
  webhookDeleted,
  webhookDisabled,
  webhookEnabled,
];

type Subject = Pick<Webhook, 'id' | 'ownerId' | 'url' | 'description'>;

export const recordWebhookEvent = async (
  tx: Tx,
  type: EventType<typeof ofWebhook>,
  webhook: Subject,
  user: { id: string; name: string },
  at: number,
) => {
  const { workspaceId } = await findOwner(tx, webhook.ownerId);
  return recordEvent(tx, type, {
    id: newId(at),
    at,
    actorId: user.id,
    workspaceId,
    data: { webhook: describe(webhook), project: null, user },
  });
};

/** In the owner's own workspace, where nobody else hears of it. */
export async function recordDisabling(tx: Tx, webhook: Subject, reason: DisablingReason, at: number) {
  const { workspaceId, name } = await findOwner(tx, webhook.ownerId);
  await recordEvent(tx, webhookDisabled, {
    at,
    actorId: null,
    workspaceId,
    data: { webhook: describe(webhook), project: null, user: { id: webhook.ownerId, name }, reason },
  });
}

export const describe = ({ id, url, description }: Pick<Subject, 'id' | 'url' | 'description'>) => ({
  id,
  host: new URL(url).host,
  ...(description !== null && { description }),
});
