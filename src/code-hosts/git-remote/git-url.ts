import type { RepositoryName } from '../code-host.ts';
import type { RemoteAddress } from '../remote-address.ts';

/** The user name that each host expects together with a token in HTTP basic authentication. */
const userNames = { github: 'x-access-token', gitlab: 'oauth2', gitea: 'oauth2' };

/**
 * Derives the git URL from the configured API URL, not from a response of the API: the token is sent only to an address
 * that the operator or the project configured.
 */
export function gitUrl({ kind, apiUrl }: RemoteAddress, { owner, name }: RepositoryName): URL {
  const url = new URL(apiUrl);
  if (kind === 'github') url.hostname = url.hostname.replace(/^api\.(?=.*\.)/, '');
  const prefix = url.pathname.replace(/\/api\/v\d+\/?$/, '').replace(/\/$/, '');
  url.pathname = `${prefix}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}.git`;
  return url;
}

export const gitHeaders = ({ kind, token }: RemoteAddress): Record<string, string> =>
  token === undefined
    ? {}
    : { authorization: `Basic ${Buffer.from(`${userNames[kind]}:${token}`).toString('base64')}` };
