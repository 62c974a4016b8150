import type { FastifyInstance, FastifyReply } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter, presentVersioned } from '../platform/http/index.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook, type WebhookDependencies } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { describeEvents } from './describe-events.ts';
import { getWebhook, getWebhookFor, listWebhooks } from './get-webhook.ts';
import { presentDelivery, presentWebhook } from './present-webhook.ts';
import { rotateSecret } from './rotate-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { canStopWebhook, canUseWebhook } from './webhook-access.ts';
import { isShortSecret, secretBytesAdvised } from './webhook-input.ts';
import * as schemas from './webhook-schemas.ts';

const params = Type.Object({ id: id() });
export const routeDefaults = { tag: 'Webhooks', access: 'signed-in', apiKeyScope: 'webhooks' } as const;

/** `apiUrl` is the public address of the `/v1` API, for the `Location` header. */
export function addWebhookRoutes(
  app: FastifyInstance,
  dependencies: WebhookDependencies,
  apiUrl: string | undefined,
): void {
  const router = newRouter(app, routeDefaults);
  app.documentedWebhooks.push(() => describeEvents(dependencies.catalogue));
  router.post('/v1/webhooks', {
    operationId: 'createWebhook',
    summary: 'Register a webhook',
    description: 'Without `secret`, Docket generates one and returns it only in this response.',
    body: schemas.NewWebhook,
    secretResponse: true,
    responses: {
      201: {
        description: 'The webhook; its URL is in `Location`',
        schema: dataOf(schemas.WebhookWithSecret),
      },
    },
    handle: async ({ scope, body }, reply) => {
      const { webhook, secret } = await createWebhook(scope, dependencies, body);
      warnOfShortSecret(reply, body.secret);
      reply.header('location', `${apiUrl ?? ''}/v1/webhooks/${webhook.id}`);
      return { data: { ...presentWebhook(webhook), ...(secret && { secret }) } };
    },
  });

  router.list('/v1/webhooks', {
    operationId: 'listWebhooks',
    summary: 'List your webhooks, newest first',
    query: Type.Object({
      ...pageQuery,
      all: Type.Optional(Type.Boolean({ description: 'The webhooks of all users; administrators only' })),
    }),
    response: { description: 'A page of webhooks', item: schemas.Webhook, present: presentWebhook },
    list: ({ scope, query }, page) => listWebhooks(scope, query.all === true, page),
  });

  router.get('/v1/webhooks/:id', {
    operationId: 'getWebhook',
    summary: 'Get a webhook',
    params,
    versioned: true,
    responses: { 200: { description: 'The webhook', schema: dataOf(schemas.Webhook) } },
    handle: async ({ scope, params: { id: ref } }, reply) =>
      presentVersioned(reply, await getWebhook(scope, ref), presentWebhook),
  });

  router.put('/v1/webhooks/:id', {
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Absent fields keep their values. `active: true` also clears past failures. After a new `secret`, the old one stays valid for 24 hours.',
    params,
    body: schemas.WebhookChanges,
    versioned: true,
    authorizeFirst: requirePermission(getWebhookFor, canStopWebhook),
    responses: { 200: { description: 'The changed webhook', schema: dataOf(schemas.Webhook) } },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const webhook = await changeWebhook(scope, dependencies, ref, body);
      warnOfShortSecret(reply, body.secret);
      return presentVersioned(reply, webhook, presentWebhook);
    },
  });

  router.delete('/v1/webhooks/:id', {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Pending deliveries are not sent.',
    params,
    versioned: true,
    delete: ({ scope, params: { id: ref } }) => deleteWebhook(scope, ref),
  });

  router.post('/v1/webhooks/:id/test', {
    operationId: 'testWebhook',
    summary: 'Send the event `webhook.test` to a webhook',
    params,
    responses: { 201: { description: 'The pending delivery', schema: dataOf(schemas.Delivery) } },
    handle: async ({ scope, params: { id: ref } }) => {
      const { webhook, delivery } = await testWebhook(scope, ref);
      return { data: presentDelivery(webhook, delivery) };
    },
  });

  router.post('/v1/webhooks/:id/rotate-secret', {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description: 'For 24 hours `webhook-signature` also contains a signature with the old secret.',
    params,
    body: schemas.RotateSecret,
    secretResponse: true,
    authorizeFirst: requirePermission(getWebhookFor, canUseWebhook),
    responses: { 200: { description: 'The webhook', schema: dataOf(schemas.WebhookWithSecret) } },
    handle: async ({ scope, params: { id: ref }, body }, reply) => {
      const { webhook, secret } = await rotateSecret(scope, dependencies, ref, body.secret);
      warnOfShortSecret(reply, body.secret);
      return { data: { ...presentWebhook(webhook), ...(secret && { secret }) } };
    },
  });
}

/** Without NODE_ENV=production a short secret is accepted. The answer warns that production would refuse it. */
function warnOfShortSecret(reply: FastifyReply, secret: string | undefined): void {
  if (!isShortSecret(secret)) return;
  const text = `The secret has fewer than ${secretBytesAdvised} bytes: it can be guessed, and is refused with NODE_ENV=production`;
  reply.header('warning', `299 - "${text}"`);
}
