import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../platform/http/index.ts';
import { pageQuery, parsePage } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { canEditProject, getProjectFor, projectRef } from '../projects/index.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import {
  AccessToken,
  AccessTokenInput,
  AccessTokenWithSecret,
  Trigger,
  TriggersInput,
} from './inbound-schemas.ts';
import { presentAccessToken, presentTrigger } from './present-inbound.ts';
import { changeTriggers, listTriggers } from './triggers.ts';

const params = Type.Object({ id: projectRef });
const common = { tag: 'Inbound webhooks', access: 'signed-in' } as const;

/** What admins of a project set up for events that come in. */
export function addInboundSettingRoutes(app: FastifyInstance, serverUrl: string): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/project/:id/access-tokens',
    operationId: 'listAccessTokens',
    summary: 'The access tokens of a project',
    params,
    query: Type.Object(pageQuery),
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getProjectFor(scope.db.reads, scope.actor, ref, canEditProject),
    answers: { 200: { description: 'Newest first, without the secrets', schema: listOf(AccessToken) } },
    handle: async ({ scope, params: { id: ref }, query }) => {
      const page = parsePage(query);
      const { rows, total } = await listAccessTokens(scope, ref, page);
      return presentPage(rows.map(presentAccessToken), total, page);
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/api/project/:id/access-tokens',
    operationId: 'createAccessToken',
    summary: 'Make an access token, with which other systems send events to the project',
    description: 'It is shown once. It does nothing but send events to `/webhooks/generic` for this project.',
    params,
    body: AccessTokenInput,
    secretAnswer: true,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getProjectFor(scope.db.reads, scope.actor, ref, canEditProject),
    answers: { 201: { description: 'The token, shown this once', schema: oneOf(AccessTokenWithSecret) } },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const made = await createAccessToken(scope, ref, body.name);
      const url = `${serverUrl}/webhooks/generic`;
      return reply.code(201).send({ data: { ...presentAccessToken(made), token: made.token, url } });
    },
  });

  route(app, {
    ...common,
    method: 'DELETE',
    url: '/api/project/:id/access-tokens/:tokenId',
    operationId: 'revokeAccessToken',
    summary: 'Revoke an access token',
    params: Type.Object({ id: projectRef, tokenId: id() }),
    answers: deletedAnswers,
    handle: async ({ scope, params: { id: ref, tokenId }, headers }, reply) =>
      sendDeleted(reply, headers, await revokeAccessToken(scope, ref, tokenId)),
  });

  const triggerAnswers = {
    200: { description: 'In their order; the first that fits an event decides', schema: listOf(Trigger) },
  };
  const present = (triggers: Parameters<typeof presentTrigger>[0][]) =>
    presentPage(triggers.map(presentTrigger), triggers.length, {
      page: 1,
      limit: Math.max(triggers.length, 1),
      offset: 0,
    });

  route(app, {
    ...common,
    method: 'GET',
    url: '/api/project/:id/triggers',
    operationId: 'listTriggers',
    summary: 'Which tasks follow from which events',
    params,
    answers: triggerAnswers,
    handle: async ({ scope, params: { id: ref } }) => present(await listTriggers(scope, ref)),
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/project/:id/triggers',
    operationId: 'updateTriggers',
    summary: 'Say which tasks follow from which events',
    params,
    body: TriggersInput,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getProjectFor(scope.db.reads, scope.actor, ref, canEditProject),
    answers: triggerAnswers,
    handle: async ({ scope, params: { id: ref }, body }) => {
      const triggers = body.triggers.map(({ event, ignore, kind, instructions, priority }) => ({
        event,
        ignores: ignore ?? false,
        kind: kind ?? null,
        instructions: instructions || null,
        priority: priority ?? null,
      }));
      return present(await changeTriggers(scope, ref, triggers));
    },
  });
}
