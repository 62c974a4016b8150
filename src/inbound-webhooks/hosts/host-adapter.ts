import { minuteMs } from '../../platform/clock.ts';
import { hmacSha256, isSameDigest } from '../../platform/crypto.ts';
import type { ParsedDelivery, Provider } from '../code-event.ts';
import type { Payload } from '../payload.ts';

export type Headers = Record<string, string | string[] | undefined>;

/** What differs between code hosts. To add a host, implement this interface and list it in hosts/index.ts. */
export interface HostAdapter {
  name: Provider;
  /** Whether the request headers are those of this host. */
  matchesHeaders: (headers: Headers) => boolean;
  /** Whether the headers alone leave it possible that the request is authentic. The body is read only then. */
  mayBeAuthentic: (headers: Headers, secret: string) => boolean;
  /** Verifies the signature or token against the secret, in constant time. */
  isAuthentic: (headers: Headers, bytes: Buffer, secret: string, now: number) => boolean;
  /** The host's name for the event, such as `pull_request`. */
  parseEventName: (headers: Headers, payload: Payload) => string;
  /** The id that stays the same when the host sends a delivery again; undefined if it sends none. */
  findDeliveryId: (headers: Headers) => string | undefined;
  /**
   * Headers that only hooks of the host send; one of them suffices. Several hooks may send the same event, each with
   * its own delivery id.
   */
  hookHeaders: readonly string[];
  /** The signature covers the body alone, neither an id nor a time: a captured request can be resent at any age. */
  signsBodyAlone: boolean;
  /** For how long a delivery with the same content counts as a duplicate. */
  dedupeWindowMs: number;
  isPing: (event: string) => boolean;
  parse: (event: string, payload: Payload) => ParsedDelivery;
}

export function readHeader(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  const text = Array.isArray(value) ? value[0] : value;
  return text === undefined || text === '' ? undefined : text;
}

/** Hooks send an event within seconds of each other. A payload without a timestamp may occur again later as a new event. */
export const dedupeWindowMsDefault = 10 * minuteMs;

const hexDigest = /^[0-9a-f]{64}$/i;

/** Whether the header has the form of a signature. */
export const isSignature = (signature: string | undefined) => hexDigest.test(stripPrefix(signature));

const stripPrefix = (signature: string | undefined) => signature?.replace(/^sha256=/i, '') ?? '';

/** The signature is the HMAC-SHA-256 of the body in hex, with the prefix `sha256=` or, from Gitea, without it. */
export function isSignedWith(secret: string, bytes: Buffer, signature: string | undefined): boolean {
  const hex = stripPrefix(signature);
  return hexDigest.test(hex) && isSameDigest(Buffer.from(hex, 'hex'), hmacSha256(secret, bytes));
}
