import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listConnections, revokeConnection } from '../auth/index.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { type AuthorizationServer, decideAuthorization, describeAuthorization } from './authorize.ts';
import {
  Authorization,
  AuthorizationDecision,
  AuthorizationRequest,
  Connection,
  presentConnection,
} from './oauth-schemas.ts';

/** What the web app needs to ask a person for access, and to show and end what they allowed. */
export function addConnectionRoutes(
  app: FastifyInstance,
  serverOf: (request: FastifyRequest) => AuthorizationServer,
): void {
  const router = newRouter(app, { tag: 'Accounts', access: 'signed-in' });

  router.get('/api/oauth/authorization', {
    operationId: 'getAuthorization',
    summary: 'Describe what an application asks for',
    description: 'Takes the parameters of `/oauth/authorize`, for the consent screen. Needs a session.',
    query: AuthorizationRequest,
    responses: { 200: { description: 'The client and its request', schema: dataOf(Authorization) } },
    handle: async (request) => ({
      data: await describeAuthorization(request.scope, serverOf(request), request.query),
    }),
  });

  router.post('/api/oauth/authorization', {
    operationId: 'decideAuthorization',
    summary: 'Allow or refuse an application',
    description:
      'Answers where to send the browser: back to the application, with a code that works once, for a minute, or with the refusal. Needs a session.',
    body: AuthorizationDecision,
    secretResponse: true,
    responses: {
      200: {
        description: 'Where to send the browser',
        schema: dataOf(Type.Object({ redirectTo: Type.String() })),
      },
    },
    handle: async (request) => {
      const { request: asked, decision, scopes = [], projectIds } = request.body;
      const redirectTo = await decideAuthorization(request.scope, serverOf(request), asked, {
        allow: decision === 'allow',
        scopes,
        projectIds,
      });
      return { data: { redirectTo } };
    },
  });

  router.list('/api/user/connections', {
    operationId: 'listConnections',
    summary: 'List the applications that you connected',
    response: { description: 'Newest first', item: Connection, present: presentConnection },
    list: ({ scope }, page) => listConnections(scope, page),
  });

  router.delete('/api/user/connections/:id', {
    operationId: 'revokeConnection',
    summary: 'Disconnect an application',
    description: 'Its tokens stop working at once. Needs a session.',
    params: Type.Object({ id: id() }),
    delete: ({ scope, params }) => revokeConnection(scope, params.id),
  });
}
