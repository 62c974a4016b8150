import { minuteMs } from '../../platform/clock.ts';
import { hmacSha256, isSameDigest } from '../../platform/crypto.ts';
import type { CodeReading, Provider } from '../code-event.ts';
import type { Payload } from '../payload.ts';

export type Headers = Record<string, string | string[] | undefined>;

/** All that differs between code hosts. A new one is a file with this and a line in hosts/index.ts. */
export interface CodeHost {
  name: Provider;
  /** Whether the headers are those of this host. */
  isSender: (headers: Headers) => boolean;
  /** Whether the bytes come from somebody who knows the secret. Compares in constant time. */
  isProven: (headers: Headers, bytes: Buffer, secret: string, now: number) => boolean;
  /** The host's own name of the event, such as `pull_request`. */
  eventOf: (headers: Headers, payload: Payload) => string;
  /** By which the host repeats a delivery; undefined where it gives none. */
  deliveryIdOf: (headers: Headers) => string | undefined;
  /** The header by which the host says which of its hooks sent it: one event may be told by several of them. */
  hookHeader: string | undefined;
  /** For how long the same bytes are the same event. */
  sameBytesMs: number;
  isPing: (event: string) => boolean;
  read: (event: string, payload: Payload) => CodeReading;
}

export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === '' ? undefined : text;
}

/** Hooks tell an event within seconds of each other; a host that says no time may really mean the same bytes again later. */
export const sameBytesMsDefault = 10 * minuteMs;

const hexDigest = /^[0-9a-f]{64}$/i;

/** `sha256=<hex>` or, as Gitea writes it, the bare hex: the HMAC of the bytes with the secret. */
export function isSignedWith(secret: string, bytes: Buffer, signature: string | undefined): boolean {
  const hex = signature?.replace(/^sha256=/i, '') ?? '';
  return hexDigest.test(hex) && isSameDigest(Buffer.from(hex, 'hex'), hmacSha256(secret, bytes));
}
