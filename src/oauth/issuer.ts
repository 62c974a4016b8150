/** What the address of a Docket without BASE_URL is found by. */
interface RequestAddress {
  protocol: string;
  host: string;
}

interface AddressConfig {
  BASE_URL?: string | undefined;
  baseUrl: string;
}

/**
 * The issuer of tokens: BASE_URL, or the address by which the client reached this Docket. Tokens are not tied to it: they are
 * rows of this database, so they work at no other server.
 */
export function issuerOf({ protocol, host }: RequestAddress, { BASE_URL, baseUrl }: AddressConfig): string {
  if (BASE_URL !== undefined) return BASE_URL;
  const address = `${protocol}://${host}`;
  return URL.canParse(address) && new URL(address).origin === address ? address : baseUrl;
}

/** What access tokens are for, and all that they are for (RFC 8707). */
export const resourceOf = (issuer: string) => `${issuer}/mcp`;

export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** The header of a 401: where a client learns how to get a token (RFC 9728). */
export function challengeOf(issuer: string, hadToken: boolean): string {
  const error = hadToken ? ', error="invalid_token"' : '';
  return `Bearer resource_metadata="${issuer}${resourceMetadataPath}/mcp", scope="${connectionScopes.join(' ')}"${error}`;
}

/** The scopes that a tool of `/mcp` can need. */
export const connectionScopes = ['read', 'write', 'agent'] as const;
export type ConnectionScope = (typeof connectionScopes)[number];
