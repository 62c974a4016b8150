import { OAuthError } from './oauth-error.ts';
import { findRedirectProblem } from './redirect-uri.ts';

/** An application that asks people for access. */
export interface Client {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host that its metadata document was read from. Null: it registered itself, and nobody checked its name. */
  host: string | null;
}

export interface ClientMetadata {
  name: string;
  redirectUris: string[];
}

const nameCharactersMax = 100;
const redirectUrisMax = 20;
const redirectUrisJsonMax = 25_000;

/**
 * What Docket uses of the metadata of a client (RFC 7591), from a stranger. Clients have no secret: PKCE ties a code to the
 * program that asked for it. One that registers with a secret gets `none` in the answer, as the RFC allows.
 */
export function parseClientMetadata(metadata: unknown, fallbackName: string): ClientMetadata {
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata))
    throw new OAuthError('invalid_client_metadata', 'The metadata must be a JSON object');
  const fields = metadata as Record<string, unknown>;
  const method = fields.token_endpoint_auth_method ?? 'none';
  if (!['none', 'client_secret_basic', 'client_secret_post'].includes(method as string))
    throw new OAuthError('invalid_client_metadata', 'token_endpoint_auth_method must be none');
  assertIncludes(fields.grant_types, 'authorization_code', 'grant_types');
  assertIncludes(fields.response_types, 'code', 'response_types');
  return {
    name: parseName(fields.client_name) || fallbackName.slice(0, nameCharactersMax),
    redirectUris: parseRedirectUris(fields),
  };
}

function assertIncludes(given: unknown, needed: string, field: string): void {
  if (given === undefined || (Array.isArray(given) && given.includes(needed))) return;
  throw new OAuthError('invalid_client_metadata', `${field} must include ${needed}`);
}

/** Control and direction characters would let a name change how the consent screen reads. */
const parseName = (name: unknown) =>
  typeof name === 'string'
    ? name
        .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
        .trim()
        .slice(0, nameCharactersMax)
        // The cut may have halved a pair of surrogates.
        .replace(/\p{Cs}$/u, '')
    : '';

function parseRedirectUris({ redirect_uris: uris }: Record<string, unknown>): string[] {
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > redirectUrisMax)
    throw new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${redirectUrisMax} addresses`,
    );
  for (const uri of uris) {
    const problem = typeof uri === 'string' ? findRedirectProblem(uri) : 'is not text';
    if (problem) throw new OAuthError('invalid_redirect_uri', `A redirect URI ${problem}`);
  }
  if (JSON.stringify(uris).length > redirectUrisJsonMax)
    throw new OAuthError(
      'invalid_redirect_uri',
      `redirect_uris must have at most ${redirectUrisJsonMax} characters together`,
    );
  return uris as string[];
}
