import { choice, choices, id, instant, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { deliveryStates } from './delivery/delivery.ts';
import { disablingReasons } from './webhook.ts';

const url = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 2048, examples: ['https://example.org/hooks/docket'], ...options });
const events = (options: object = {}) =>
  Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 100,
    description: 'Event names, patterns such as `ticket.*`, or `*` for all',
    examples: [['ticket.created', 'ticket.status_changed', 'comment.*']],
    ...options,
  });
const secret = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'password',
  description:
    'Signs the deliveries. Never returned again; if absent, Docket generates one and returns it once',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
});
const projectId = Type.Optional(
  nullable(Type.String({ maxLength: 200, description: 'Only events of this project, by id or key' })),
);
const wholeInstance = Type.Optional(
  Type.Boolean({
    description: 'All events of the instance, those of private projects included; administrators only',
    examples: [false],
  }),
);
const description = Type.Optional(nullable(trimmed(0, 1000, { examples: ['Deploys'] })));
const active = Type.Optional(Type.Boolean({ examples: [true] }));

export const NewWebhook = Type.Object({
  url: url(),
  events: events(),
  secret: Type.Optional(secret),
  description,
  projectId,
  wholeInstance,
  active,
});

export const WebhookChanges = Type.Object({
  url: Type.Optional(url()),
  events: Type.Optional(events()),
  secret: Type.Optional(secret),
  description,
  projectId,
  wholeInstance,
  active,
});

export const Webhook = Type.Object(
  {
    id: id(),
    url: url(),
    events: events(),
    active: Type.Boolean({ examples: [true] }),
    description: Type.Optional(Type.String({ examples: ['Deploys'] })),
    projectId: Type.Optional(id()),
    wholeInstance: Type.Boolean({ examples: [false] }),
    ownerId: id(),
    disabledBecause: Type.Optional(
      choice(disablingReasons, {
        description:
          '`asked`: disabled by a user; `gone`: the receiver answered 410; `failing`: no delivery succeeded for 5 days',
      }),
    ),
    disabledAt: Type.Optional(timestamp()),
    failureCount: Type.Number({ description: 'Failed attempts since the last success', examples: [0] }),
    lastDeliveryAt: Type.Optional(timestamp({ description: 'When the last delivery was sent' })),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Webhook' },
);

export const WebhookWithSecret = Type.Object(
  { ...Webhook.properties, secret: Type.Optional(secret) },
  { title: 'WebhookWithSecret', description: '`secret` is present only if Docket generated it' },
);

const deliveryFields = {
  id: Type.String({ examples: ['dlv_17_90210'], description: 'Also in the header `X-Webhook-Delivery`' }),
  webhookId: id(),
  eventId: id({ description: 'Also `id` in the payload and the header `webhook-id`' }),
  event: Type.String({ examples: ['ticket.created'] }),
  state: choice(deliveryStates, {
    description: '`cancelled`: the owner of the webhook may no longer see the event',
    examples: ['delivered'],
  }),
  attempts: Type.Number({ examples: [1] }),
  createdAt: timestamp(),
  nextAttemptAt: Type.Optional(timestamp({ description: 'Present while the delivery is pending' })),
  finishedAt: Type.Optional(timestamp()),
  status: Type.Optional(Type.Number({ description: 'The HTTP status of the last attempt', examples: [200] })),
  error: Type.Optional(
    Type.String({
      description:
        'Why the last attempt failed: `bad_status`, `redirected`, `timed_out`, `refused`, `reset`, `unreachable`, `dns_failed`, `tls_failed`, `private_address`, `not_http`, `secret_unavailable`, `no_access`',
      examples: ['timed_out'],
    }),
  ),
};

export const Delivery = Type.Object(deliveryFields, { title: 'WebhookDelivery' });

const headers = Type.Record(Type.String(), Type.String(), {
  examples: [{ 'content-type': 'application/json', 'x-webhook-event': 'ticket.created' }],
});
export const Attempt = Type.Object(
  {
    number: Type.Number({ examples: [1] }),
    at: timestamp(),
    durationMs: Type.Number({ examples: [42] }),
    status: Type.Optional(Type.Number({ examples: [200] })),
    error: Type.Optional(Type.String({ examples: ['timed_out'] })),
    requestHeaders: headers,
    responseBody: Type.Optional(
      Type.String({
        description: 'The first 20,000 bytes; absent if the receiver is in a private network',
        examples: ['{"ok": true}'],
      }),
    ),
  },
  { title: 'WebhookAttempt' },
);

export const DeliveryWithAttempts = Type.Object(
  {
    ...deliveryFields,
    request: Type.Object({
      method: Type.String({ examples: ['POST'] }),
      url: url(),
      body: Type.String({
        description: 'The exact bytes that are signed and sent',
        examples: ['{"id":"01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d","type":"ticket.created"}'],
      }),
    }),
    history: Type.Array(Attempt, { description: 'Every attempt, oldest first' }),
  },
  { title: 'WebhookDeliveryWithAttempts' },
);

export const DeliveriesQuery = Type.Object({
  ...pageQuery,
  state: Type.Optional(choices(deliveryStates)),
  event: Type.Optional(Type.String({ description: 'Event names, separated by commas' })),
  since: Type.Optional(instant({ description: 'Created at or after this time' })),
  until: Type.Optional(instant({ description: 'Created at or before this time' })),
});

export const RotateSecret = Type.Object({ secret: Type.Optional(secret) });

export const Recover = Type.Object({
  since: instant({
    description: 'Deliveries created at or after this time',
    examples: ['2026-11-01T00:00:00.000Z'],
  }),
});
export const Recovered = Type.Object({
  recovered: Type.Number({
    description: 'The number of failed deliveries that are sent again',
    examples: [12],
  }),
});

export const Replay = Type.Object({
  since: instant({ examples: ['2026-11-01T00:00:00.000Z'] }),
  until: Type.Optional(instant({ description: 'Default: now', examples: ['2026-11-02T00:00:00.000Z'] })),
  events: Type.Optional(events({ description: 'Default: the events of the webhook' })),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Count the events without sending them', examples: [true] }),
  ),
});
export const Replayed = Type.Object({
  matched: Type.Number({
    description: 'Events of that time that the webhook subscribes to and its owner may see',
    examples: [12],
  }),
  dryRun: Type.Boolean({ examples: [true] }),
});
