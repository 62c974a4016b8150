import type { FastifyInstance } from 'fastify';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { providers } from '../code-event.ts';
import type { ReceivedDelivery } from '../delivery-log/record-delivery.ts';
import type { Headers } from '../hosts/host-adapter.ts';
import { detectHost, getHostAdapter } from '../hosts/index.ts';
import type { InboundContext } from '../inbound-context.ts';
import { CodeAnswer, CodePayload, GenericAnswer, GenericEvent } from '../inbound-schemas.ts';
import { presentCodeAnswer, presentGenericAnswer } from '../present-inbound.ts';
import { receiveCodeDelivery } from './receive-code-delivery.ts';
import { assertMaySendEvents, receiveGenericEvent } from './receive-generic-event.ts';
import { assertMayBeVerified } from './verify-delivery.ts';

const bodyBytesMax = 25 * 1024 * 1024;

const keyDescription =
  'Names the secret of a project, which then must have signed the delivery. Without it, the secret of the instance applies';

const readBytes = (body: unknown) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** 202 where the delivery has effects; 200 for a ping, a duplicate and an ignored event. */
const chooseStatus = ({ isDuplicate, delivery: { outcome } }: ReceivedDelivery) =>
  isDuplicate || outcome === 'ping' || outcome === 'ignored' ? 200 : 202;

export function addReceiveRoutes(app: FastifyInstance, context: InboundContext): void {
  const router = newRouter(app, {
    tag: 'Inbound webhooks',
    access: 'public',
    checksCredentials: true,
    takesBytes: true,
    bodyBytesMax,
  });
  const warnedHosts = new Set<string>();
  const codeResponses = {
    200: { description: 'A ping, a duplicate, or an event without effect', schema: dataOf(CodeAnswer) },
    202: { description: 'Accepted; `tasks` lists what was enqueued', schema: dataOf(CodeAnswer) },
  };
  const addHostRoute = (name: 'vcs' | (typeof providers)[number]) => {
    const findHost = (headers: Headers) => (name === 'vcs' ? detectHost(headers) : getHostAdapter(name));
    router.post(`/webhooks/${name}`, {
      takesForms: true,
      operationId: `receive${name.charAt(0).toUpperCase()}${name.slice(1)}Webhook`,
      summary:
        name === 'vcs'
          ? 'Receive an event from a code host'
          : `Receive an event from ${providerTitles[name]}`,
      description:
        name === 'vcs'
          ? 'Accepts events from GitHub, GitLab, Gitea, Forgejo and Bitbucket. The headers identify the host; the signature is verified as that host defines it.'
          : 'The same as `/webhooks/vcs`, for this code host only.',
      query: Type.Object({ key: Type.Optional(Type.String({ description: keyDescription })) }),
      body: CodePayload,
      responses: codeResponses,
      checkHeaders: ({ headers, query }) =>
        assertMayBeVerified(context, findHost(headers), headers, query.key),
      handle: async ({ headers, query: { key }, body }, reply) => {
        const host = findHost(headers);
        const receiving = { ...context, warnedHosts };
        const received = await receiveCodeDelivery(receiving, host, headers, readBytes(body), key);
        return reply.code(chooseStatus(received)).send({ data: presentCodeAnswer(received) });
      },
    });
  };
  for (const name of ['vcs', ...providers] as const) addHostRoute(name);

  router.post('/webhooks/generic', {
    operationId: 'receiveGenericEvent',
    summary: 'Receive an event from any other system',
    description:
      'Send the token as `Authorization: Bearer <ACCESS_TOKEN>`. The first trigger of the project that matches the event defines the task; without a match, one task is enqueued.',
    body: GenericEvent,
    responses: {
      200: { description: 'A duplicate, or the project ignores the event', schema: dataOf(GenericAnswer) },
      202: { description: 'Accepted; `tasks` lists what was enqueued', schema: dataOf(GenericAnswer) },
    },
    checkHeaders: ({ headers }) => assertMaySendEvents(context, headers),
    handle: async ({ headers, body }, reply) => {
      const { hasProject, ...received } = await receiveGenericEvent(context, headers, readBytes(body));
      const status = hasProject || received.isDuplicate ? chooseStatus(received) : 202;
      return reply.code(status).send({ data: presentGenericAnswer(received, hasProject) });
    },
  });
}

const providerTitles = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
  forgejo: 'Forgejo',
  bitbucket: 'Bitbucket',
} as const;
