import type { FastifyInstance } from 'fastify';
import { choice, id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { assertEmailVerified, type Scope } from '../users/index.ts';
import { assertSession } from './assert-session.ts';
import {
  ApiKey,
  ApiKeyWithSecret,
  NewApiKey,
  presentApiKey,
  presentSession,
  Session,
} from './auth-schemas.ts';
import { assertMayHaveKey, createApiKey } from './create-api-key.ts';
import { deleteApiKey, listApiKeys, listSessions, revokeSession, revokeSessions } from './credentials.ts';

/** Turns ids or keys of projects into ids; throws for projects that the actor may not read. */
export type ResolveProjects = (scope: Scope, refs: string[]) => Promise<string[]>;

const idParams = Type.Object({ id: id() });

export function addCredentialRoutes(
  app: FastifyInstance,
  resolveProjects: ResolveProjects,
  keysMax: number,
): void {
  const router = newRouter(app, { tag: 'Accounts', access: 'signed-in' });
  router.list('/api/user/sessions', {
    operationId: 'listSessions',
    summary: 'List your sessions',
    response: { description: 'Newest first', item: Session },
    list: async ({ scope }, page) => {
      const { rows, ...rest } = await listSessions(scope, page);
      return { rows: rows.map((row) => presentSession(row, scope.actor.credential.id)), ...rest };
    },
  });

  router.delete('/api/user/sessions/:id', {
    operationId: 'revokeSession',
    summary: 'End one of your sessions',
    params: idParams,
    delete: ({ scope, params }) => revokeSession(scope, params.id),
  });

  router.delete('/api/user/sessions', {
    operationId: 'revokeSessions',
    summary: 'Sign out everywhere',
    query: Type.Object({
      current: Type.Optional(
        choice(['keep', 'end'], {
          default: 'keep',
          description: 'What happens to the session of the request',
        }),
      ),
    }),
    responses: {
      200: {
        description: 'How many sessions ended',
        schema: dataOf(Type.Object({ sessionsEnded: Type.Integer({ minimum: 0, examples: [2] }) })),
      },
      204: { description: 'The sessions ended (`Prefer: return=minimal`)' },
    },
    delete: async ({ scope, query }) => ({
      sessionsEnded: await revokeSessions(scope, query.current !== 'end'),
    }),
  });

  router.list('/api/user/api-keys', {
    operationId: 'listApiKeys',
    summary: 'List your API keys',
    response: { description: 'Newest first, without the secrets', item: ApiKey, present: presentApiKey },
    list: ({ scope }, page) => listApiKeys(scope, page),
  });

  router.post('/api/user/api-keys', {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is shown only once. Without `scopes` it has all scopes.',
    body: NewApiKey,
    secretResponse: true,
    responses: {
      201: { description: 'The key, which is shown only once', schema: dataOf(ApiKeyWithSecret) },
    },
    handle: async ({ scope, body }) => {
      assertSession(scope.actor);
      const { name, scopes } = body;
      const projectIds = body.projectIds && (await resolveProjects(scope, body.projectIds));
      const expiresAt = body.expiresAt ? parseInstant(body.expiresAt) : null;
      const created = await scope.write(async (tx) => {
        await assertMayHaveKey(tx, scope, scope.actor.userId, keysMax);
        await assertEmailVerified(tx, scope);
        return createApiKey(tx, scope, scope.actor.userId, { name, scopes, projectIds, expiresAt });
      });
      return { data: { ...presentApiKey(created), key: created.key } };
    },
  });

  router.delete('/api/user/api-keys/:id', {
    operationId: 'deleteApiKey',
    summary: 'Delete one of your API keys',
    params: idParams,
    delete: ({ scope, params }) => deleteApiKey(scope, params.id),
  });
}
