import type { FastifyInstance, FastifyReply } from 'fastify';
import { oneOf, route } from '../platform/http/index.ts';
import { providers } from './code-event.ts';
import { hostNamed, hostOf } from './hosts/index.ts';
import { CodeAnswer, CodePayload, GenericAnswer, GenericEvent } from './inbound-schemas.ts';
import { presentCodeAnswer, presentGenericAnswer } from './present-inbound.ts';
import { receiveCodeDelivery } from './receive-code-delivery.ts';
import { receiveGenericEvent } from './receive-generic.ts';
import type { Received } from './remember-delivery.ts';
import type { InboundParts } from './settings.ts';

const bodyBytesMax = 25 * 1024 * 1024;

const common = {
  tag: 'Inbound webhooks',
  access: 'public',
  checksCredentials: true,
  takesBytes: true,
  bodyBytesMax,
  method: 'POST',
} as const;

const bytesOf = (body: unknown) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** What is taken, but not for the first time or for nothing, is a plain 200. */
const statusOf = ({ isDuplicate, delivery: { outcome } }: Received) =>
  isDuplicate || outcome === 'ping' || outcome === 'ignored' ? 200 : 202;

export function addReceiveRoutes(app: FastifyInstance, parts: InboundParts): void {
  const codeAnswers = {
    200: { description: 'A ping, a repetition, or nothing follows from it', schema: oneOf(CodeAnswer) },
    202: { description: 'Taken; `tasks` says what was enqueued', schema: oneOf(CodeAnswer) },
  };
  const takeFrom = (name: 'vcs' | (typeof providers)[number]) =>
    route(app, {
      ...common,
      takesForms: true,
      url: `/webhooks/${name}`,
      operationId: `receive${name.charAt(0).toUpperCase()}${name.slice(1)}Webhook`,
      summary: name === 'vcs' ? 'An event of a code host' : `An event of ${sayProvider[name]}`,
      description:
        name === 'vcs'
          ? 'GitHub, GitLab, Gitea, Forgejo and Bitbucket, told apart by their headers, each verified in its own way.'
          : 'The same as `/webhooks/vcs`, for this code host alone.',
      body: CodePayload,
      answers: codeAnswers,
      handle: async ({ headers, body }, reply: FastifyReply) => {
        const host = name === 'vcs' ? hostOf(headers) : hostNamed(name);
        const received = await receiveCodeDelivery(parts, host, headers, bytesOf(body));
        return reply.code(statusOf(received)).send({ data: presentCodeAnswer(received) });
      },
    });
  for (const name of ['vcs', ...providers] as const) takeFrom(name);

  route(app, {
    ...common,
    url: '/webhooks/generic',
    operationId: 'receiveGenericEvent',
    summary: 'An event under a name of your choice',
    description:
      'With `Authorization: Bearer <ACCESS_TOKEN>`. The project’s triggers say which task follows; without one that fits, one task does.',
    body: GenericEvent,
    answers: {
      200: { description: 'A repetition, or the project ignores it', schema: oneOf(GenericAnswer) },
      202: { description: 'Taken; `tasks` says what was enqueued', schema: oneOf(GenericAnswer) },
    },
    handle: async ({ headers, body }, reply: FastifyReply) => {
      const { hasProject, ...received } = await receiveGenericEvent(parts, headers, bytesOf(body));
      const status = hasProject || received.isDuplicate ? statusOf(received) : 202;
      return reply.code(status).send({ data: presentGenericAnswer(received, hasProject) });
    },
  });
}

const sayProvider = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea',
  forgejo: 'Forgejo',
  bitbucket: 'Bitbucket',
} as const;
