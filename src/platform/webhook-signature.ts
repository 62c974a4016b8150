import { createHmac, randomBytes } from 'node:crypto';

/** The prefix of a secret in the format of Standard Webhooks. */
export const secretPrefix = 'whsec_';

/** `whsec_` and 32 random bytes in base64, the format of Standard Webhooks. */
export const newSecret = () => secretPrefix + randomBytes(32).toString('base64');

/** The value of `X-Webhook-Signature` and `X-Hub-Signature-256`: lowercase hex over the body, like GitHub's. */
export const signHex = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** One signature in the format of Standard Webhooks, which also covers the id and the timestamp. */
export const signStandard = (secret: string, id: string, timestamp: number, body: Buffer): string =>
  `v1,${createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

const standardKey = (secret: string): Buffer | string =>
  secret.startsWith(secretPrefix) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : secret;

export interface Signed {
  /** Seconds since 1970, covered by the standard signature. */
  timestamp: number;
  signature: string;
  /** One signature per valid secret, separated by spaces. */
  standardSignature: string;
}

/** The first secret is the current one. A second is an old one that is still valid, for receivers that still use it. */
export function sign(
  secrets: readonly [string, ...string[]],
  id: string,
  atMs: number,
  body: Buffer,
): Signed {
  const timestamp = Math.floor(atMs / 1000);
  return {
    timestamp,
    signature: signHex(secrets[0], body),
    standardSignature: secrets.map((secret) => signStandard(secret, id, timestamp, body)).join(' '),
  };
}

export interface HeaderValues extends Signed {
  eventId: string;
  eventType: string;
  deliveryId: string;
  attempt: number;
}

export const requestHeaders = (values: HeaderValues): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Docket-Webhooks/1',
  'webhook-id': values.eventId,
  'webhook-timestamp': String(values.timestamp),
  'webhook-signature': values.standardSignature,
  'x-webhook-signature': values.signature,
  'x-hub-signature-256': values.signature,
  'x-webhook-event': values.eventType,
  'x-webhook-delivery': values.deliveryId,
  'x-webhook-attempt': String(values.attempt),
});
