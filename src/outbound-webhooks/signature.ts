import { createHmac } from 'node:crypto';
import { secretPrefix } from './webhook.ts';

/** What the documentation of Docket and GitHub's describe: lowercase hex over the body. */
export const signHex = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** One signature of Standard Webhooks, which also covers id and time. */
export const signStandard = (secret: string, id: string, timestamp: number, body: Buffer): string =>
  `v1,${createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;

const standardKey = (secret: string): Buffer | string =>
  secret.startsWith(secretPrefix) ? Buffer.from(secret.slice(secretPrefix.length), 'base64') : secret;

export interface Signed {
  /** The seconds since 1970 that the standard signature covers. */
  timestamp: number;
  signature: string;
  /** One for each secret that is valid, separated by spaces. */
  standardSignature: string;
}

/** The first secret is the present one; while an old one is valid, receivers that still hold it verify as well. */
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

export interface DeliveryFacts extends Signed {
  eventId: string;
  eventType: string;
  deliveryId: string;
  attempt: number;
}

export const requestHeaders = (facts: DeliveryFacts): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Docket-Webhooks/1',
  'webhook-id': facts.eventId,
  'webhook-timestamp': String(facts.timestamp),
  'webhook-signature': facts.standardSignature,
  'x-webhook-signature': facts.signature,
  'x-hub-signature-256': facts.signature,
  'x-webhook-event': facts.eventType,
  'x-webhook-delivery': facts.deliveryId,
  'x-webhook-attempt': String(facts.attempt),
});
