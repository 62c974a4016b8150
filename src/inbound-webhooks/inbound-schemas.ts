import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { ticketPriorities } from '../tickets/index.ts';
import { providers } from './code-event.ts';
import { deliveryOutcomes, inboundProviders } from './delivery-log/delivery.ts';

const text = (example: string, options: object = {}) => Type.String({ examples: [example], ...options });
const anyObject = (options: object = {}) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });

export const CodePayload = anyObject({
  description: 'The payload as the code host sends it. The signature covers the raw bytes',
  examples: [
    { action: 'opened', issue: { number: 12, title: 'Roof leaks' }, repository: { full_name: 'acme/app' } },
  ],
});

export const GenericEvent = Type.Object({
  event: trimmed(1, 200, { description: 'An event name of your choice', examples: ['deploy.failed'] }),
  projectId: Type.Optional(nullable(Type.String({ description: 'Project id or key' }))),
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
  id: id({ description: 'Id in the delivery log' }),
  event: text('issues'),
  accepted: Type.Boolean({ description: 'False if the event names no project' }),
  duplicate: Type.Optional(
    Type.Boolean({ description: 'True if the delivery was received before; nothing was done again' }),
  ),
  verified: Type.Boolean({ description: 'Whether the signature or token was verified' }),
  tasks: Type.Array(EnqueuedTask, {
    description: 'The enqueued tasks; for a duplicate, those of the first delivery',
  }),
  reason: Type.Optional(text('Docket does not handle star (created)')),
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
    type: choice([
      'task',
      'linked',
      'checked',
      'stale',
      'moved',
      'not_moved',
      'opened',
      'release',
      'docs',
      'commits',
      'reviews',
    ]),
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
  { title: 'InboundEffect', description: 'One change that a delivery made' },
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
  reason: Type.Optional(text('Docket does not handle star (created)')),
  effects: Type.Array(Effect),
  size: Type.Number({ description: 'Size of the body in bytes', examples: [8_412] }),
  repeats: Type.Number({ description: 'How often the delivery was received again', examples: [0] }),
  replayOf: Type.Optional(id()),
  receivedAt: timestamp(),
};

export const InboundDelivery = Type.Object(deliveryFields, { title: 'InboundDelivery' });
export const InboundDeliveryWithPayload = Type.Object(
  {
    ...deliveryFields,
    payload: anyObject({ description: 'The payload as received. It is untrusted input' }),
  },
  { title: 'InboundDeliveryWithPayload' },
);

export const AccessToken = Type.Object(
  {
    id: id(),
    name: text('CI'),
    start: text('dkt_in_Zk3x', { description: 'First characters of the token, to recognise it' }),
    createdAt: timestamp(),
    lastUsedAt: Type.Optional(timestamp()),
  },
  { title: 'AccessToken' },
);
export const AccessTokenWithSecret = Type.Object(
  {
    ...AccessToken.properties,
    token: text('dkt_in_Zk3xvV0m1bqv2wSnLZ0r4pUu8yC5dFhJkMnQsTwXzA'),
    url: text('https://docket.example.org/webhooks/generic', { description: 'URL to send events to' }),
  },
  { title: 'AccessTokenWithSecret' },
);
export const AccessTokenInput = Type.Object({ name: trimmed(1, 200, { examples: ['CI'] }) });

export const InboundSecretInput = Type.Object({ provider: choice(providers) });
export const InboundSecret = Type.Object(
  {
    id: id({ description: 'The `key` in the address for the code host' }),
    provider: choice(providers),
    url: text('https://docket.example.org/webhooks/github?key=…', {
      description: 'The address to enter at the code host',
    }),
    setAt: timestamp(),
    setBy: nullable(Type.Object({ id: id(), name: text('Ada') })),
  },
  { title: 'InboundSecret' },
);
export const InboundSecretShownOnce = Type.Object(
  {
    ...InboundSecret.properties,
    secret: text('Zk3xvV0m1bqv2wSnLZ0r4pUu8yC5dFhJkMnQsTwXzA', {
      description: 'The secret to enter at the code host',
    }),
  },
  { title: 'InboundSecretShownOnce' },
);

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
          'Event name or pattern; `*` matches any characters. Code hosts send `issue.opened`, `pull_request.opened` and `push`',
        examples: ['deploy.*'],
      }),
      ignore: Type.Optional(Type.Boolean({ description: 'Create no task', default: false })),
      kind: Type.Optional(nullable(trimmed(1, 100, { examples: ['deploy-check'] }))),
      instructions: Type.Optional(
        nullable(
          Type.String({
            maxLength: 20_000,
            description: 'A template; `{{data.service}}` is replaced by that value of the event',
            examples: ['Look at {{data.service}}'],
          }),
        ),
      ),
      priority: Type.Optional(nullable(priority())),
    }),
    { maxItems: 100, description: 'Replaces all triggers. The first that matches an event applies' },
  ),
});
