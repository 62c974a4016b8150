import { recordAudit } from '../audit/index.ts';
import { assertMayConnect, assertSession, issueCode } from '../auth/index.ts';
import { invalid } from '../platform/errors.ts';
import { resolveProjects } from '../projects/index.ts';
import { assertEmailVerified, isReadOnly, type Scope } from '../users/index.ts';
import type { Client } from './client.ts';
import type { ClientDocuments } from './client-document.ts';
import { markClientUsed } from './client-store.ts';
import { findClient } from './find-client.ts';
import { type ConnectionScope, connectionScopes, resourceOf } from './issuer.ts';
import { OAuthError } from './oauth-error.ts';
import { isOnOwnMachine, isRegistered, redirectHost, withParameters } from './redirect-uri.ts';

/** The parameters of `/oauth/authorize` as the client sent them. */
export interface AuthorizationRequest {
  client_id?: string | undefined;
  redirect_uri?: string | undefined;
  response_type?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  resource?: string | undefined;
}

export interface AuthorizationServer {
  issuer: string;
  documents: ClientDocuments;
}

/** What the consent screen shows, or where it sends the browser at once because the request cannot be allowed. */
export async function describeAuthorization(
  scope: Scope,
  server: AuthorizationServer,
  request: AuthorizationRequest,
) {
  assertSession(scope.actor);
  const { client, redirectUri } = await getTarget(scope, server, request);
  const problem = findProblem(scope, server, request);
  return {
    client: { id: client.id, name: client.name, host: client.host },
    redirectHost: redirectHost(redirectUri),
    isOnOwnMachine: isOnOwnMachine(redirectUri),
    scopes: problem ? [] : offeredScopes(scope, request),
    redirectTo: problem ? refusalAddress(server, request, redirectUri, problem) : null,
  };
}

export interface Decision {
  allow: boolean;
  scopes: readonly ConnectionScope[];
  projectIds: string[] | null | undefined;
}

/** Returns where to send the browser: back to the client, with a code or with the refusal. */
export async function decideAuthorization(
  scope: Scope,
  server: AuthorizationServer,
  request: AuthorizationRequest,
  { allow, scopes, projectIds: refs }: Decision,
): Promise<string> {
  assertSession(scope.actor);
  const { client, redirectUri } = await getTarget(scope, server, request);
  const problem =
    findProblem(scope, server, request) ??
    (allow ? undefined : new OAuthError('access_denied', 'The person refused'));
  if (problem) return refusalAddress(server, request, redirectUri, problem);
  const offered = offeredScopes(scope, request);
  if (scopes.length === 0 || scopes.some((one) => !offered.includes(one)))
    throw invalid({ scopes: [`Scopes must be one or more of ${offered.join(', ')}`] });
  const projectIds = refs ? [...new Set(await resolveProjects(scope, refs))].join(' ') : null;
  const code = await scope.write(async (tx) => {
    await assertMayConnect(tx, scope);
    await assertEmailVerified(tx, scope);
    const now = scope.clock.now();
    const granted = offered.filter((one) => scopes.includes(one)).join(' ');
    const issued = await issueCode(
      tx,
      {
        userId: scope.actor.userId,
        clientId: client.id,
        clientName: client.name,
        clientHost: client.host ?? redirectHost(redirectUri),
        redirectUri,
        codeChallenge: request.code_challenge as string,
        scopes: granted,
        projectIds,
      },
      now,
    );
    await markClientUsed(tx, { id: client.id, now });
    const subject = { kind: 'connection', id: issued.connectionId, name: client.name } as const;
    const details = { client: client.id.slice(0, 500), scopes: granted, projects: projectIds };
    await recordAudit(tx, scope, 'connection.granted', subject, details);
    return issued.code;
  });
  return withParameters(redirectUri, { code, state: request.state, iss: server.issuer });
}

/** Until the client and its redirect URI are known, nothing is sent anywhere: the answer is for the person. */
async function getTarget(
  { db }: Scope,
  { documents }: AuthorizationServer,
  { client_id: id, redirect_uri: redirectUri }: AuthorizationRequest,
): Promise<{ client: Client; redirectUri: string }> {
  const client = id === undefined ? undefined : await findClientFor(db, documents, id);
  if (!client)
    throw invalid({
      client_id: ['Client id is not known here. Remove the connection in the application and add it again.'],
    });
  if (redirectUri === undefined || !isRegistered(redirectUri, client.redirectUris))
    throw invalid({ redirect_uri: ['Redirect uri is not one that the client registered'] });
  return { client, redirectUri };
}

async function findClientFor({ reads }: Scope['db'], documents: ClientDocuments, id: string) {
  try {
    return await findClient(reads, documents, id);
  } catch (error) {
    if (error instanceof OAuthError) throw invalid({ client_id: [error.message] });
    throw error;
  }
}

/** The first mistake of a request whose client is known. */
function findProblem(
  scope: Scope,
  { issuer }: AuthorizationServer,
  request: AuthorizationRequest,
): OAuthError | undefined {
  if (request.response_type !== 'code')
    return new OAuthError('unsupported_response_type', 'response_type must be code');
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge ?? ''))
    return new OAuthError('invalid_request', 'code_challenge with code_challenge_method S256 is required');
  if (!isOwnResource(request.resource, issuer))
    return new OAuthError('invalid_target', `resource must be ${resourceOf(issuer)}`);
  if (offeredScopes(scope, request).length === 0)
    return new OAuthError(
      'invalid_scope',
      `scope must name one or more of ${connectionScopes.join(', ')} that you have`,
    );
  return undefined;
}

/** Absent is allowed: clients of 2025 and before do not send it, and there is one resource. */
export const isOwnResource = (resource: string | undefined, issuer: string): boolean =>
  resource === undefined ||
  resource.replace(/\/$/, '') === resourceOf(issuer) ||
  resource.replace(/\/$/, '') === issuer;

/** What the client asks for and the person has. Scopes that Docket does not know, such as `offline_access`, are left out. */
function offeredScopes({ actor }: Scope, { scope }: AuthorizationRequest): ConnectionScope[] {
  const asked = scope?.split(' ').filter(Boolean);
  const own = isReadOnly(actor) ? connectionScopes.filter((one) => one === 'read') : connectionScopes;
  return own.filter((one) => asked === undefined || asked.length === 0 || asked.includes(one));
}

const refusalAddress = (
  { issuer }: AuthorizationServer,
  { state }: AuthorizationRequest,
  redirectUri: string,
  { code, message }: OAuthError,
) => withParameters(redirectUri, { error: code, error_description: message, state, iss: issuer });
