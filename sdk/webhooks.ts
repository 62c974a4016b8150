import type { DocketEvent } from './follow-events.ts';

export interface VerifySettings {
  /** How far the time of the request may be from now. Default: 300 seconds. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: the time of the system. */
  now?: number;
}

/** The request is not from Docket, was changed on its way, or is old. Answer it with 400. */
export class WebhookRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookRefused';
  }
}

type HeaderValues = Headers | Record<string, string | string[] | undefined>;

const secretPrefix = 'whsec_';
/** Docket sends one for each valid secret. */
const signaturesMax = 10;

/**
 * Returns the event of a webhook request. Throws `WebhookRefused` unless a signature matches a secret and the request is
 * recent. `body` is the raw body, before JSON is parsed. While you change the secret, pass the old and the new one.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderValues,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifySettings = {},
): Promise<DocketEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, signaturesMax);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is not a number of seconds');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused(`webhook-timestamp is more than ${toleranceSeconds} seconds from now`);

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const secret of [secrets].flat()) {
    const key = await importKey(secret);
    for (const signature of signatures) {
      const given = decodeBase64(signature.slice('v1,'.length));
      // The platform compares in constant time.
      if (given && (await crypto.subtle.verify('HMAC', key, given, signed)))
        return JSON.parse(new TextDecoder().decode(bytes)) as DocketEvent;
    }
  }
  throw new WebhookRefused('No signature in webhook-signature matches the secret');
}

function readHeader(headers: HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string' || value === '') throw new WebhookRefused(`The header ${name} is missing`);
  return value;
}

/** After `whsec_` the key in base64; any other secret is the key itself. */
function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(secretPrefix)
    ? decodeBase64(secret.slice(secretPrefix.length))
    : new TextEncoder().encode(secret);
  // An empty key would accept what anybody can sign.
  if (!bytes || bytes.length === 0) throw new TypeError('The webhook secret is empty or not base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
