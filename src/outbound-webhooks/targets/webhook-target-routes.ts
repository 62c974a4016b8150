import type { FastifyInstance } from 'fastify';
import { assertMayAdminister, assertMaySeeInstance } from '../../auth/index.ts';
import { choice, id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { type Egress, egresses, type PrivateTargets } from '../../platform/outbound-http/index.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import type { WebhookTargetSource } from './webhook-target-source.ts';
import {
  addWebhookTarget,
  getWebhookTarget,
  listWebhookTargets,
  removeWebhookTarget,
  type WebhookTarget,
} from './webhook-targets.ts';

const target = () =>
  Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      'A host name, `*.` and a domain, an address or a network; a host or address may have a port. It must be in a private network',
    examples: ['ci.internal:8080'],
  });
const WebhookTargetItem = Type.Object(
  {
    id: id(),
    target: target(),
    note: Type.String({ description: 'Empty if there is none', examples: ['Build server'] }),
    addedAt: timestamp(),
    addedBy: nullable(
      Type.Object(
        { id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) },
        { description: 'Null: added on the command line' },
      ),
    ),
  },
  { title: 'WebhookTarget' },
);
const WebhookTargets = Type.Object(
  {
    egress: choice(egresses, {
      description: '`WEBHOOK_EGRESS`. With `private` webhooks reach private networks without the list',
    }),
    environment: Type.Array(Type.String({ examples: ['10.1.0.0/16'] }), {
      description: '`WEBHOOK_PRIVATE_TARGETS`; only the configuration of the server changes it',
    }),
    targets: Type.Array(WebhookTargetItem, { description: 'What administrators added; at most 100' }),
  },
  { title: 'WebhookTargets' },
);

const presentTarget = (listed: WebhookTarget) =>
  present(WebhookTargetItem, listed, {
    addedBy: listed.addedById === null ? null : { id: listed.addedById, name: listed.addedByName ?? '' },
  });

interface TargetSettings {
  egress: Egress;
  environment: PrivateTargets;
  source: Pick<WebhookTargetSource, 'expire'>;
}

const url = '/api/admin/webhook-targets';

/** The private targets that webhooks may reach, for administrators. */
export function addWebhookTargetRoutes(
  app: FastifyInstance,
  { egress, environment, source }: TargetSettings,
): void {
  const router = newRouter(app, { tag: 'Instance', access: 'signed-in' });

  router.get(url, {
    operationId: 'listWebhookTargets',
    summary: 'List the private targets that webhooks may reach, for administrators',
    authorizeFirst: async ({ scope }) => assertMaySeeInstance(scope.actor),
    responses: { 200: { description: 'By target', schema: dataOf(WebhookTargets) } },
    handle: async ({ scope }) => ({
      data: {
        egress,
        environment: [...environment],
        targets: (await listWebhookTargets(scope)).map(presentTarget),
      },
    }),
  });

  router.post(url, {
    operationId: 'addWebhookTarget',
    summary: 'Let webhooks reach a private target',
    description:
      'Takes effect within a second in every process. Refused: what is not wholly in a private network, such as `0.0.0.0/0`; link-local addresses and metadata services, which webhooks never reach; and `*.` before a name below which strangers register names. What the target answers is not shown.',
    body: Type.Object({
      target: target(),
      note: Type.Optional(trimmed(0, 500, { examples: ['Build server'] })),
    }),
    authorizeFirst: async ({ scope }) => assertMayAdminister(scope.actor),
    responses: { 201: { description: 'The entry', schema: dataOf(WebhookTargetItem) } },
    handle: async ({ scope, body }) => {
      const added = await addWebhookTarget(scope, body);
      source.expire();
      return { data: presentTarget(added) };
    },
  });

  router.delete(`${url}/:id`, {
    operationId: 'removeWebhookTarget',
    summary: 'Stop webhooks from reaching a private target',
    description: 'Takes effect within a second in every process and ends open connections to the target.',
    params: Type.Object({ id: id() }),
    authorizeFirst: ({ scope, params }) => getWebhookTarget(scope, params.id),
    delete: async ({ scope, params }) => {
      const removed = await removeWebhookTarget(scope, params.id);
      source.expire();
      return removed.id;
    },
  });
}
