import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { ticketPriorities } from '../tickets/index.ts';
import { deliveryOutcomes, inboundProviders } from './delivery.ts';

const text = (example: string, options: object = {}) => Type.String({ examples: [example], ...options });
const anyObject = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });

/** The code host's payload: its shape is the host's. */
export const CodePayload = anyObject({
  description: 'The payload as the code host sends it; the signature is over its bytes',
  examples: [
    { action: 'opened', issue: { number: 12, title: 'It rains in' }, repository: { full_name: 'acme/app' } },
  ],
});

export const GenericEvent = Type.Object({
  event: trimmed(1, 200, { description: 'A name of your choice', examples: ['deploy.failed'] }),
  projectId: Type.Optional(nullable(Type.String({ description: 'The project’s id or key' }))),
  data: Type.Optional(nullable(anyObject({ examples: [{ service: 'api', version: '1.4.2' }] }))),
});

const EnqueuedTask = Type.Object(
  {
    id: id(),
    kind: text('issue.opened'),
    projectId: nullable(id()),
    state: choice(['queued', 'held']),
  },
  { title: 'EnqueuedTask' },
);

const answerFields = {
  id: id({ description: 'Under which the delivery stands in the ledger' }),
  event: text('issues'),
  accepted: Type.Boolean({ description: 'False where no project is concerned' }),
  duplicate: Type.Optional(Type.Boolean({ description: 'It came before; nothing was done again' })),
  verified: Type.Boolean({ description: 'Whether its signature or token was checked' }),
  tasks: Type.Array(EnqueuedTask, {
    description: 'What was enqueued; of a duplicate, what the first one enqueued',
  }),
  reason: Type.Optional(text('Nothing follows from star (created)')),
  warning: Type.Optional(text('Not verified: GITHUB_WEBHOOK_SECRET is not set')),
};

export const CodeAnswer = Type.Object(
  {
    ...answerFields,
    provider: choice(inboundProviders),
    action: Type.Optional(text('opened')),
    repository: Type.Optional(text('acme/app')),
    deliveryId: text('72d3162e-cc78-11e3-81ab-4c9367dc0958'),
  },
  { title: 'CodeDeliveryAnswer' },
);

export const GenericAnswer = Type.Object(answerFields, { title: 'GenericEventAnswer' });

const Effect = Type.Object(
  {
    type: choice(['task', 'linked', 'moved', 'opened', 'commits', 'reviews']),
    projectId: nullable(id()),
    taskId: Type.Optional(id()),
    kind: Type.Optional(text('issue.opened')),
    state: Type.Optional(choice(['queued', 'held'])),
    ticketId: Type.Optional(id()),
    ticketKey: Type.Optional(text('PAY-12')),
    what: Type.Optional(text('pull_request 7')),
    status: Type.Optional(text('in_review')),
    count: Type.Optional(Type.Number()),
  },
  { title: 'InboundEffect', description: 'One thing that a delivery caused' },
);

const deliveryFields = {
  id: id(),
  provider: choice(inboundProviders),
  deliveryId: text('72d3162e-cc78-11e3-81ab-4c9367dc0958'),
  event: text('issues'),
  action: Type.Optional(text('opened')),
  repository: Type.Optional(text('acme/app')),
  verified: Type.Boolean(),
  outcome: choice(deliveryOutcomes),
  reason: Type.Optional(text('Nothing follows from star (created)')),
  effects: Type.Array(Effect),
  size: Type.Number({ description: 'Bytes of the body', examples: [8_412] }),
  repeats: Type.Number({ description: 'How often it came again', examples: [0] }),
  replayOf: Type.Optional(id()),
  receivedAt: timestamp(),
};

export const InboundDelivery = Type.Object(deliveryFields, { title: 'InboundDelivery' });
export const InboundDeliveryWithPayload = Type.Object(
  { ...deliveryFields, payload: anyObject({ description: 'What was sent; it comes from strangers' }) },
  { title: 'InboundDeliveryWithPayload' },
);

export const AccessToken = Type.Object(
  {
    id: id(),
    name: text('CI'),
    start: text('dkt_in_Zk3x', { description: 'By which you recognise it' }),
    createdAt: timestamp(),
    lastUsedAt: Type.Optional(timestamp()),
  },
  { title: 'AccessToken' },
);
export const AccessTokenWithSecret = Type.Object(
  {
    ...AccessToken.properties,
    token: text('dkt_in_Zk3xvV0m1bqv2wSnLZ0r4pUu8yC5dFhJkMnQsTwXzA'),
    url: text('https://docket.example.org/webhooks/generic', { description: 'Where to send events with it' }),
  },
  { title: 'AccessTokenWithSecret' },
);
export const AccessTokenInput = Type.Object({ name: trimmed(1, 200, { examples: ['CI'] }) });

const priority = () => choice(ticketPriorities);
export const Trigger = Type.Object(
  {
    event: text('deploy.*'),
    ignore: Type.Boolean(),
    kind: Type.Optional(text('deploy-check')),
    instructions: Type.Optional(text('Look at {{data.service}}')),
    priority: Type.Optional(priority()),
  },
  { title: 'Trigger' },
);
export const TriggersInput = Type.Object({
  triggers: Type.Array(
    Type.Object({
      event: trimmed(1, 200, {
        description:
          'The name of an event, also `issue.opened`, `pull_request.opened` and `push`; `*` stands for anything',
        examples: ['deploy.*'],
      }),
      ignore: Type.Optional(Type.Boolean({ description: 'No task', default: false })),
      kind: Type.Optional(nullable(trimmed(1, 100, { examples: ['deploy-check'] }))),
      instructions: Type.Optional(
        nullable(
          Type.String({
            maxLength: 20_000,
            description: '`{{data.service}}` is replaced by what the event says there',
            examples: ['Look at {{data.service}}'],
          }),
        ),
      ),
      priority: Type.Optional(nullable(priority())),
    }),
    { maxItems: 100, description: 'The first that fits decides; the list replaces the one there is' },
  ),
});
