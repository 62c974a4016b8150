import { minuteMs, type SteadyClock, secondMs } from '../platform/clock.ts';
import { OutboundFailure, type OutboundHttp } from '../platform/outbound-http/index.ts';
import { type Client, parseClientMetadata } from './client.ts';
import { OAuthError } from './oauth-error.ts';

const documentBytesMax = 32 * 1024;
const timeoutMs = 5 * secondMs;
const keptMs = 10 * minuteMs;
const documentsMax = 200;

/** Whether a client id is the address of a metadata document: https, with a path, and nothing that hides where it leads. */
export function isDocumentAddress(clientId: string): boolean {
  if (!clientId.startsWith('https://') || !URL.canParse(clientId) || clientId.length > 2_000) return false;
  const { href, host, pathname, username, password } = new URL(clientId);
  return (
    href === clientId &&
    host.length <= 255 &&
    pathname !== '/' &&
    username === '' &&
    password === '' &&
    // The parser reports an empty fragment as none.
    !clientId.includes('#')
  );
}

/**
 * Reads client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the client id is the address of a document
 * that names the client and its redirect URIs. Read only for a person in a session, over the client for addresses that users
 * entered, and kept for 10 minutes.
 */
export class ClientDocuments {
  readonly #outbound: { readonly public: OutboundHttp };
  readonly #clock: SteadyClock;
  readonly #known = new Map<string, { at: number; client: Client }>();

  constructor(outbound: { readonly public: OutboundHttp }, clock: SteadyClock) {
    this.#outbound = outbound;
    this.#clock = clock;
  }

  async get(address: string): Promise<Client> {
    const now = this.#clock.steadyNow();
    const kept = this.#known.get(address);
    if (kept && now - kept.at < keptMs) return kept.client;
    const client = await this.#read(new URL(address));
    this.#known.delete(address);
    if (this.#known.size >= documentsMax) this.#known.delete(this.#known.keys().next().value as string);
    this.#known.set(address, { at: now, client });
    return client;
  }

  async #read(url: URL): Promise<Client> {
    const text = await this.#load(url);
    const metadata = parseJson(text) as
      | { client_id?: unknown; token_endpoint_auth_method?: unknown }
      | undefined;
    if (metadata?.client_id !== url.href) throw unusable('its client_id is not its own address');
    // A document may not name a secret that it would have to publish, and Docket verifies no signatures of clients.
    if ((metadata.token_endpoint_auth_method ?? 'none') !== 'none')
      throw unusable('token_endpoint_auth_method is not none');
    return { id: url.href, host: url.host, ...parseClientMetadata(metadata, url.host) };
  }

  async #load(url: URL): Promise<string> {
    try {
      const { status, body } = await this.#outbound.public.send({
        method: 'GET',
        url,
        headers: { accept: 'application/json' },
        totalTimeoutMs: timeoutMs,
        responseBytesMax: documentBytesMax,
        whenTooLarge: 'fail',
      });
      if (status !== 200) throw unusable(`the server answered ${status}`);
      return body.toString();
    } catch (error) {
      if (error instanceof OutboundFailure) throw unusable(error.word);
      throw error;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unusable = (why: string) =>
  new OAuthError('invalid_client_metadata', `The metadata document of the client cannot be used: ${why}`);
