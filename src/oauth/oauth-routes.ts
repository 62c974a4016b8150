import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessTokenLifeMs, redeemCode, refreshTokens, revokeToken } from '../auth/index.ts';
import { type Clock, secondMs } from '../platform/clock.ts';
import { isForm } from '../platform/content-type.ts';
import type { Database } from '../platform/db/index.ts';
import { isOwnResource } from './authorize.ts';
import { connectionScopes, resourceMetadataPath, resourceOf } from './issuer.ts';
import { describeResource, describeServer } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { registerClient } from './register-client.ts';

interface ProtocolSettings {
  db: Database;
  clock: Clock;
  readInstanceName: () => Promise<string>;
  issuerOf: (request: FastifyRequest) => string;
}

const serverMetadataPath = '/.well-known/oauth-authorization-server';
const bodyBytesMax = 64 * 1024;
const isPublic = { config: { access: 'public' } } as const;
const takesForm = {
  config: { access: 'public', takesBytes: true, takesForms: true },
  bodyLimit: bodyBytesMax,
} as const;

/**
 * The endpoints that programs call, as RFC 6749 (with OAuth 2.1), 7009, 7591, 8414 and 9728 describe them; so they are not
 * part of the OpenAPI document. `/oauth/authorize` is a screen of the web app.
 */
export function addProtocolRoutes(app: FastifyInstance, settings: ProtocolSettings): void {
  const { issuerOf, readInstanceName } = settings;
  app.register(async (oauthApp) => {
    oauthApp.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof OAuthError)) throw error;
      return noStore(reply).code(400).send({ error: error.code, error_description: error.message });
    });
    // Clients also look below the path of the resource.
    for (const path of [resourceMetadataPath, `${resourceMetadataPath}/mcp`])
      oauthApp.get(path, isPublic, async (request) =>
        describeResource(issuerOf(request), await readInstanceName()),
      );
    for (const path of [serverMetadataPath, `${serverMetadataPath}/mcp`])
      oauthApp.get(path, isPublic, async (request) => describeServer(issuerOf(request)));

    oauthApp.post('/oauth/register', takesForm, async (request, reply) => {
      const { db, clock } = settings;
      const metadata = parseJson(request.body);
      const { id, name, redirectUris } = await registerClient(
        db,
        metadata,
        request.clientAddress,
        clock.now(),
      );
      return noStore(reply)
        .code(201)
        .send({
          client_id: id,
          client_id_issued_at: Math.floor(clock.now() / secondMs),
          client_name: name,
          redirect_uris: redirectUris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
          scope: connectionScopes.join(' '),
        });
    });

    oauthApp.post('/oauth/token', takesForm, async (request, reply) =>
      noStore(reply).send(await issueTokens(request, settings)),
    );

    oauthApp.post('/oauth/revoke', takesForm, async (request, reply) => {
      const { db, clock } = settings;
      const form = parseForm(request);
      const token = required(form, 'token');
      const source = { clock, request: { id: request.id, address: request.clientAddress } };
      await db.transaction((tx) => revokeToken(tx, source, token, form.get('client_id')));
      return noStore(reply).code(200).send();
    });
  });
}

async function issueTokens(request: FastifyRequest, { db, clock, issuerOf }: ProtocolSettings) {
  const form = parseForm(request);
  const issuer = issuerOf(request);
  if (!isOwnResource(form.get('resource'), issuer))
    throw new OAuthError('invalid_target', `resource must be ${resourceOf(issuer)}`);
  const source = { clock, request: { id: request.id, address: request.clientAddress } };
  const issue = newIssuer(form);
  const issued = await db.transaction((tx) => issue(tx, source));
  if ('refused' in issued)
    throw new OAuthError(issued.refused === 'scope' ? 'invalid_scope' : 'invalid_grant', issued.because);
  return {
    access_token: issued.accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenLifeMs / secondMs,
    refresh_token: issued.refreshToken,
    scope: issued.scopes,
  };
}

type Issue = (
  tx: Parameters<typeof redeemCode>[0],
  source: Parameters<typeof redeemCode>[1],
) => ReturnType<typeof redeemCode>;

/** Checks the form before the transaction begins. */
function newIssuer(form: ReadonlyMap<string, string>): Issue {
  const grantType = required(form, 'grant_type');
  const clientId = required(form, 'client_id');
  if (grantType === 'authorization_code') {
    const code = required(form, 'code');
    const verifier = required(form, 'code_verifier');
    if (!/^[\w.~-]{43,128}$/.test(verifier))
      throw new OAuthError('invalid_request', 'code_verifier must have 43 to 128 unreserved characters');
    const redirectUri = form.get('redirect_uri');
    return (tx, source) => redeemCode(tx, source, { code, clientId, redirectUri, verifier });
  }
  if (grantType === 'refresh_token') {
    const refreshToken = required(form, 'refresh_token');
    const scopes = form.get('scope')?.split(' ').filter(Boolean);
    return (tx, source) =>
      refreshTokens(tx, source, { refreshToken, clientId, scopes: scopes?.length ? scopes : undefined });
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

function parseForm(request: FastifyRequest): ReadonlyMap<string, string> {
  if (!isForm(request.headers['content-type']))
    throw new OAuthError('invalid_request', 'Send the body as application/x-www-form-urlencoded');
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(String(request.body ?? ''))) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'A parameter is given twice');
    // An empty parameter counts as absent (RFC 6749, section 3.2), and PostgreSQL cannot store NUL.
    if (value !== '' && !value.includes('\0')) form.set(name, value);
  }
  return form;
}

function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required`);
  return value;
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body ?? ''));
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body is not valid JSON');
  }
}

const noStore = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
