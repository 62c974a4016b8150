import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { deletedAnswers, listOf, oneOf, presentPage, route, sendDeleted } from '../../platform/http/index.ts';
import { pageQuery, parsePage } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, getProjectFor, projectRef } from '../../projects/index.ts';
import {
  AccessToken,
  AccessTokenInput,
  AccessTokenWithSecret,
  Trigger,
  TriggersInput,
} from '../inbound-schemas.ts';
import { presentAccessToken, presentTrigger } from '../present-inbound.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { changeTriggers, listTriggers } from './triggers.ts';

const params = Type.Object({ id: projectRef });
const common = { tag: 'Inbound webhooks', access: 'signed-in' } as const;

/** Settings of a project for inbound events: access tokens and triggers. */
export function addInboundSettingRoutes(app: FastifyInstance, serverUrl: string): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/api/project/:id/access-tokens',
    operationId: 'listAccessTokens',
    summary: 'List access tokens of a project',
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
    summary: 'Create an access token',
    description:
      'Other systems use the token to send events to `/webhooks/generic` for this project; it grants nothing else. It is returned only in this response.',
    params,
    body: AccessTokenInput,
    secretAnswer: true,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getProjectFor(scope.db.reads, scope.actor, ref, canEditProject),
    answers: {
      201: { description: 'The token; it is not shown again', schema: oneOf(AccessTokenWithSecret) },
    },
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
    200: {
      description: 'The triggers in order; the first that matches an event applies',
      schema: listOf(Trigger),
    },
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
    summary: 'List triggers of a project',
    params,
    answers: triggerAnswers,
    handle: async ({ scope, params: { id: ref } }) => present(await listTriggers(scope, ref)),
  });

  route(app, {
    ...common,
    method: 'PUT',
    url: '/api/project/:id/triggers',
    operationId: 'updateTriggers',
    summary: 'Replace the triggers of a project',
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
