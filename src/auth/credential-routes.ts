import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { pageQuery, parsePage } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { assertSession } from './assert-session.ts';
import {
  ApiKey,
  ApiKeyWithSecret,
  NewApiKey,
  presentApiKey,
  presentSession,
  Session,
} from './auth-schemas.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteApiKey } from './delete-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listSessions } from './list-sessions.ts';
import { revokeSession } from './revoke-session.ts';

/** Turns ids or keys of projects into ids; throws for projects that the actor may not read. */
export type ResolveProjects = (scope: Scope, refs: string[]) => Promise<string[]>;

const idParams = Type.Object({ id: id() });

export function addCredentialRoutes(app: FastifyInstance, resolveProjects: ResolveProjects): void {
  route(app, {
    method: 'GET',
    url: '/api/user/sessions',
    operationId: 'listSessions',
    summary: 'List your sessions',
    tag: 'Accounts',
    access: 'signed-in',
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'Newest first', schema: listOf(Session) } },
    handle: async ({ scope, query }) => {
      const page = parsePage(query);
      const { sessions, total } = await listSessions(scope, page);
      return presentPage(
        sessions.map((session) => presentSession(session, scope.actor.credential.id)),
        total,
        page,
      );
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/api/user/sessions/:id',
    operationId: 'revokeSession',
    summary: 'End one of your sessions',
    tag: 'Accounts',
    access: 'signed-in',
    params: idParams,
    answers: deletedAnswers,
    handle: async ({ scope, params, headers }, reply) => {
      await revokeSession(scope, params.id);
      return sendDeleted(reply, headers, params.id);
    },
  });

  route(app, {
    method: 'GET',
    url: '/api/user/api-keys',
    operationId: 'listApiKeys',
    summary: 'List your API keys',
    tag: 'Accounts',
    access: 'signed-in',
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'Newest first, without the secrets', schema: listOf(ApiKey) } },
    handle: async ({ scope, query }) => {
      const page = parsePage(query);
      const { keys, total } = await listApiKeys(scope, page);
      return presentPage(keys.map(presentApiKey), total, page);
    },
  });

  route(app, {
    method: 'POST',
    url: '/api/user/api-keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is shown only once. Without `scopes` it has all scopes.',
    tag: 'Accounts',
    access: 'signed-in',
    body: NewApiKey,
    secretAnswer: true,
    answers: { 201: { description: 'The key, which is shown only once', schema: oneOf(ApiKeyWithSecret) } },
    handle: async ({ scope, body }, reply) => {
      assertSession(scope.actor);
      const { name, scopes } = body;
      const projectIds = body.projectIds && (await resolveProjects(scope, body.projectIds));
      const expiresAt = body.expiresAt ? parseInstant(body.expiresAt) : null;
      const now = scope.clock.now();
      const created = await scope.write((tx) =>
        createApiKey(tx, scope.actor.userId, { name, scopes, projectIds, expiresAt }, now),
      );
      return reply.code(201).send({ data: { ...presentApiKey(created), key: created.key } });
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/api/user/api-keys/:id',
    operationId: 'deleteApiKey',
    summary: 'Delete one of your API keys',
    tag: 'Accounts',
    access: 'signed-in',
    params: idParams,
    answers: deletedAnswers,
    handle: async ({ scope, params, headers }, reply) => {
      await deleteApiKey(scope, params.id);
      return sendDeleted(reply, headers, params.id);
    },
  });
}
