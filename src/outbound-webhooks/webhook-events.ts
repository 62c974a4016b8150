import { type EventType, eventType, recordEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { DisablingReason, Webhook } from './webhook.ts';
import { findOwner } from './webhook-store.ts';

const text = (example: string) => Type.String({ examples: [example] });
const subject = {
  webhook: Type.Object({
    id: text('01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'),
    /** Only the host, because the path or query of the URL may contain a secret. */
    host: text('hooks.example.org'),
    description: Type.Optional(text('Deploys')),
  }),
  project: Type.Null(),
  user: Type.Object({ id: text('01922f0e-1c2d-7e3f-8a4b-5c6d7e8f9a0b'), name: text('Ada Lovelace') }),
};
const webhookPayload = Type.Object(subject);
const disabledPayload = Type.Object({
  ...subject,
  reason: Type.Unsafe<DisablingReason>({ type: 'string', enum: ['gone', 'failing'], examples: ['failing'] }),
});

/** Not public: it is sent to the tested webhook alone. */
export const webhookTest = eventType({
  name: 'webhook.test',
  meaning: 'a user tested the webhook',
  payload: webhookPayload,
  sentence: ({ webhook }) => `tested the webhook to ${webhook.host}`,
});
const webhookChange = (verb: 'created' | 'updated' | 'deleted') =>
  eventType({
    name: `webhook.${verb}`,
    meaning: `a webhook was ${verb}`,
    payload: webhookPayload,
    sentence: ({ webhook }) => `${verb} the webhook to ${webhook.host}`,
  });
export const webhookCreated = webhookChange('created');
export const webhookUpdated = webhookChange('updated');
export const webhookDeleted = webhookChange('deleted');

/** Reaches the owner over their other webhooks, live updates and notifications. */
const webhookDisabled = eventType({
  name: 'webhook.disabled',
  meaning:
    'one of your webhooks was disabled: its receiver answered 410, or no delivery succeeded for 5 days',
  payload: disabledPayload,
  sentence: ({ webhook }) => `disabled the webhook to ${webhook.host}`,
  isPublic: true,
});
export const webhookEnabled = eventType({
  name: 'webhook.enabled',
  meaning:
    'one of your webhooks that was disabled for failing was enabled again: its receiver answered a probe',
  payload: webhookPayload,
  sentence: ({ webhook }) => `enabled the webhook to ${webhook.host} again`,
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
  type: EventType<typeof webhookPayload>,
  webhook: Subject,
  user: { id: string; name: string },
  at: number,
) => {
  const { workspaceId } = await findOwner(tx, webhook.ownerId);
  return recordEvent(tx, type, {
    at,
    actorId: user.id,
    workspaceId,
    data: { webhook: describeWebhook(webhook), project: null, user },
  });
};

/** Recorded in the owner's personal workspace, so that only the owner sees it. */
export async function recordWebhookDisabled(tx: Tx, webhook: Subject, reason: DisablingReason, at: number) {
  const { workspaceId, name } = await findOwner(tx, webhook.ownerId);
  await recordEvent(tx, webhookDisabled, {
    at,
    actorId: null,
    workspaceId,
    data: { webhook: describeWebhook(webhook), project: null, user: { id: webhook.ownerId, name }, reason },
  });
}

export const describeWebhook = ({ id, url, description }: Pick<Subject, 'id' | 'url' | 'description'>) => ({
  id,
  host: new URL(url).host,
  ...(description !== null && { description }),
});
