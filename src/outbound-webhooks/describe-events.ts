import type { EventType } from '../events/index.ts';
import { id, timestamp } from '../platform/field-schemas.ts';
import type { JsonSchema } from '../platform/json-schema.ts';
import { Type } from '../platform/schema.ts';
import { exampleEvent } from './example-event.ts';

/** The headers of every delivery, for the API reference. */
export const deliveryHeaders = {
  'webhook-id': 'The id of the event, the same in every attempt',
  'webhook-timestamp': 'When the request was sent, in seconds since 1970',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64; several, separated by spaces, while an old secret is valid',
  'X-Webhook-Signature': '`sha256=` and the HMAC-SHA256 of the body in lowercase hex',
  'X-Hub-Signature-256': 'The same as `X-Webhook-Signature`',
  'X-Webhook-Event': 'The type of the event',
  'X-Webhook-Delivery': 'The id of the delivery, the same in every attempt',
  'X-Webhook-Attempt': 'The number of the attempt, from 1',
};

/** The public event types with headers, payload schema and example, built from the catalogue. */
export const describeEvents = (catalogue: readonly EventType[]) =>
  catalogue
    .filter(({ isPublic }) => isPublic)
    .map((type) => ({
      name: type.name,
      summary: capitalise(type.meaning),
      headers: deliveryHeaders,
      body: payloadSchema(type),
      example: exampleEvent(type),
    }));

const payloadSchema = ({ name, meaning, payload }: EventType) =>
  Type.Object(
    { id: id(), type: Type.Literal(name), timestamp: timestamp(), data: payload },
    { title: eventTitle(name), description: capitalise(meaning) },
  ) as unknown as JsonSchema;

/** `ticket.status_changed` → TicketStatusChangedEvent */
const eventTitle = (name: string) =>
  `${name.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

const capitalise = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
