import { type Client, createClient, retryingFetch } from '../../../sdk/index.ts';
import { UsageError } from '../command.ts';
import type { ClientContext } from './client-context.ts';
import { NotSignedIn } from './client-errors.ts';
import { readCredentials } from './credentials.ts';

export interface Connection {
  url: string;
  apiKey: string;
}

/**
 * The server and the key of a command. The server is that of --url, DOCKET_URL, `docket login` or this installation. The
 * key is DOCKET_API_KEY, else the one that `docket login` stored for exactly this server.
 */
export async function findConnection(context: ClientContext, given?: string): Promise<Connection> {
  const { DOCKET_URL, DOCKET_API_KEY } = context.environment;
  const named = given ?? (DOCKET_URL || undefined);
  // The stored keys are not needed, and perhaps not readable, if both are given.
  const stored = named && DOCKET_API_KEY ? { servers: {} } : await readCredentials(context);
  const address = named ?? stored.current ?? context.localUrl;
  if (address === undefined) throw new NotSignedIn(`No server is known. ${advice}`);
  const url = parseAddress(address, given === undefined ? 'DOCKET_URL' : '--url');
  const apiKey = DOCKET_API_KEY || stored.servers[url]?.apiKey;
  if (!apiKey) throw new NotSignedIn(`DOCKET_API_KEY is not set, and no key is stored for ${url}. ${advice}`);
  return { url, apiKey };
}

const advice = 'Run docket login, or set DOCKET_URL and DOCKET_API_KEY.';

export async function connect(context: ClientContext, given?: string): Promise<Client> {
  const { url, apiKey } = await findConnection(context, given);
  return createClient({ baseUrl: url, apiKey, fetch: retryingFetch({ attemptsMax: 3, waitMsMax: 10_000 }) });
}

/** An address without user, query and trailing slash, so that one server has one form. */
export function parseAddress(text: string, place: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(`${place} is ${JSON.stringify(text)}, but must be an http or https address.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
