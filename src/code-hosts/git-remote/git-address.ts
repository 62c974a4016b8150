import type { RepositoryName } from '../code-host.ts';
import type { RemoteAddress } from '../remote-address.ts';

/** Hosts that take a token as a password ask for a name beside it, and each has its own that always does. */
const names = { github: 'x-access-token', gitlab: 'oauth2', gitea: 'oauth2' };

/**
 * Where git finds a repository, told by where the API is and not by what the API says: the token goes to no place that
 * the operator, or the project, has not named.
 */
export function gitAddressOf({ kind, apiUrl }: RemoteAddress, { owner, name }: RepositoryName): URL {
  const url = new URL(apiUrl);
  if (kind === 'github') url.hostname = url.hostname.replace(/^api\.(?=.*\.)/, '');
  const prefix = url.pathname.replace(/\/api\/v\d+\/?$/, '').replace(/\/$/, '');
  url.pathname = `${prefix}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}.git`;
  return url;
}

export const gitHeadersOf = ({ kind, token }: RemoteAddress): Record<string, string> =>
  token === undefined
    ? {}
    : { authorization: `Basic ${Buffer.from(`${names[kind]}:${token}`).toString('base64')}` };
