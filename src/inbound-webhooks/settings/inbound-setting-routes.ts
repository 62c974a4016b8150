import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
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

/** Settings of a project for inbound events: access tokens and triggers. */
export function addInboundSettingRoutes(app: FastifyInstance, serverUrl: string): void {
  const router = newRouter(app, { tag: 'Inbound webhooks', access: 'signed-in' });
  router.list('/api/project/:id/access-tokens', {
    operationId: 'listAccessTokens',
    summary: 'List access tokens of a project',
    params,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    response: {
      description: 'Newest first, without the secrets',
      item: AccessToken,
      present: presentAccessToken,
    },
    list: ({ scope, params: { id: ref } }, page) => listAccessTokens(scope, ref, page),
  });

  router.post('/api/project/:id/access-tokens', {
    operationId: 'createAccessToken',
    summary: 'Create an access token',
    description:
      'Other systems use the token to send events to `/webhooks/generic` for this project; it grants nothing else. It is returned only in this response.',
    params,
    body: AccessTokenInput,
    secretResponse: true,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: {
      201: { description: 'The token; it is not shown again', schema: dataOf(AccessTokenWithSecret) },
    },
    handle: async ({ scope, params: { id: ref }, body }) => {
      const made = await createAccessToken(scope, ref, body.name);
      const url = `${serverUrl}/webhooks/generic`;
      return { data: { ...presentAccessToken(made), token: made.token, url } };
    },
  });

  router.delete('/api/project/:id/access-tokens/:tokenId', {
    operationId: 'revokeAccessToken',
    summary: 'Revoke an access token',
    params: Type.Object({ id: projectRef, tokenId: id() }),
    delete: ({ scope, params: { id: ref, tokenId } }) => revokeAccessToken(scope, ref, tokenId),
  });

  const triggerResponses = {
    200: {
      description: 'The triggers in order; the first that matches an event applies',
      schema: listOf(Trigger),
    },
  };

  router.get('/api/project/:id/triggers', {
    operationId: 'listTriggers',
    summary: 'List triggers of a project',
    params,
    responses: triggerResponses,
    handle: async ({ scope, params: { id: ref } }) =>
      presentWholeList((await listTriggers(scope, ref)).map(presentTrigger)),
  });

  router.put('/api/project/:id/triggers', {
    operationId: 'updateTriggers',
    summary: 'Replace the triggers of a project',
    params,
    body: TriggersInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: triggerResponses,
    handle: async ({ scope, params: { id: ref }, body }) => {
      const triggers = body.triggers.map(({ event, ignore, kind, instructions, priority }) => ({
        event,
        ignores: ignore ?? false,
        kind: kind ?? null,
        instructions: instructions || null,
        priority: priority ?? null,
      }));
      return presentWholeList((await changeTriggers(scope, ref, triggers)).map(presentTrigger));
    },
  });
}
