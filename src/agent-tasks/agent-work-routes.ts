import type { FastifyInstance, FastifyReply } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { oneOf, route } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { canLiftHold } from './agent-task-access.ts';
import {
  Activity,
  ActivityInput,
  AnswerInput,
  Artifact,
  ArtifactInput,
  AskInput,
  CancelInput,
  ClaimInput,
  CompleteInput,
  FailInput,
  HeartbeatInput,
  presentActivity,
  presentArtifact,
  presentTask,
  ReleaseInput,
  Task,
} from './agent-task-schemas.ts';
import { answerTask, askUser, assertMayAnswer } from './ask-user.ts';
import { assertMayClaim } from './claim-task.ts';
import {
  assertMaySteer,
  assertMayWork,
  cancelTask,
  completeTask,
  failTask,
  heartbeatTask,
  releaseTask,
} from './finish-task.ts';
import { getTaskFor } from './get-task.ts';
import { liftHold } from './lift-hold.ts';
import { addArtifact, reportActivity } from './report-on-task.ts';
import { waitForTask } from './wait-for-task.ts';

type OfTask = { scope: Scope; params: { id: string } };

const params = Type.Object({ id: id() });
const theTask = { 200: { description: 'The task as it is now', schema: oneOf(Task) } };
const common = { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true, method: 'POST' } as const;
/** What the worker does that holds the task. */
const working = {
  ...common,
  apiKeyScope: 'agent',
  params,
  authorizeFirst: ({ scope, params }: OfTask) => assertMayWork(scope, params.id),
} as const;
/** What those do for whom the work is done. */
const steering = { ...common, apiKeyScope: ['write', 'agent'], params } as const;

/** Claiming, reporting, finishing. */
export function addAgentWorkRoutes(app: FastifyInstance): void {
  const ending = new AbortController();
  app.addHook('preClose', async () => ending.abort());

  route(app, {
    ...common,
    url: '/v1/agent-tasks/claim',
    operationId: 'claimAgentTask',
    summary: 'Take the next task',
    description:
      'Of the highest priority the one that waits longest. It is yours until the lease runs out; every sign of life extends it.',
    apiKeyScope: 'agent',
    body: ClaimInput,
    authorizeFirst: ({ scope }) => assertMayClaim(scope),
    answers: {
      200: { description: 'The task, with its lease', schema: oneOf(Task) },
      204: { description: 'Nothing is ready' },
    },
    handle: async ({ scope, body }, reply) => {
      const gone = AbortSignal.any([ending.signal, goneSignal(reply)]);
      const task = await waitForTask(scope, body, body.wait ?? 0, gone);
      return task ? { data: presentTask(task) } : reply.code(204).send();
    },
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/heartbeat',
    operationId: 'heartbeatAgentTask',
    summary: 'Say that you still work on it',
    body: HeartbeatInput,
    answers: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await heartbeatTask(scope, params.id, body.epoch, body.leaseSeconds ?? undefined)),
    }),
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/activities',
    operationId: 'reportAgentTaskActivity',
    summary: 'Tell what you think, do or meet',
    description: 'Also a sign of life. Shown with the ticket, and streamed as `agent_task.activity`.',
    body: ActivityInput,
    answers: { 201: { description: 'The activity', schema: oneOf(Activity) } },
    handle: async ({ scope, params, body: { epoch, type = 'message', content } }, reply) =>
      reply
        .code(201)
        .send({ data: presentActivity(await reportActivity(scope, params.id, epoch, type, content)) }),
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/artifacts',
    operationId: 'addAgentTaskArtifact',
    summary: 'Hand in a result, such as a pull request',
    description:
      'When the checks of a pull request fail, or a review asks for changes, a follow-up task is woken.',
    body: ArtifactInput,
    answers: { 201: { description: 'The artifact', schema: oneOf(Artifact) } },
    handle: async ({ scope, params, body: { epoch, ...artifact } }, reply) =>
      reply.code(201).send({ data: presentArtifact(await addArtifact(scope, params.id, epoch, artifact)) }),
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/complete',
    operationId: 'completeAgentTask',
    summary: 'It is done',
    body: CompleteInput,
    answers: theTask,
    handle: async ({ scope, params, body: { epoch, result, artifacts } }) => ({
      data: presentTask(
        await completeTask(scope, params.id, epoch, { result, artifacts: artifacts ?? undefined }),
      ),
    }),
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/fail',
    operationId: 'failAgentTask',
    summary: 'It cannot be done, or not now',
    description: 'Queued again after a while that grows, until `maxAttempts` or with `retryable: false`.',
    body: FailInput,
    answers: theTask,
    handle: async ({ scope, params, body: { epoch, error, retryable } }) => ({
      data: presentTask(
        await failTask(scope, params.id, epoch, { error, retryable: retryable ?? undefined }),
      ),
    }),
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/release',
    operationId: 'releaseAgentTask',
    summary: 'Give it back undone',
    body: ReleaseInput,
    answers: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await releaseTask(scope, params.id, body.epoch, body.delaySeconds ?? 0)),
    }),
  });

  route(app, {
    ...working,
    url: '/v1/agent-tasks/:id/ask',
    operationId: 'askAboutAgentTask',
    summary: 'Ask the people, and give the task back until one of them answers',
    body: AskInput,
    answers: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await askUser(scope, params.id, body.epoch, body.question)),
    }),
  });

  route(app, {
    ...steering,
    url: '/v1/agent-tasks/:id/answer',
    operationId: 'answerAgentTask',
    summary: 'Answer a question; a comment on the ticket does the same',
    body: AnswerInput,
    authorizeFirst: ({ scope, params }) => assertMayAnswer(scope, params.id),
    answers: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await answerTask(scope, params.id, body.answer)),
    }),
  });

  route(app, {
    ...steering,
    url: '/v1/agent-tasks/:id/cancel',
    operationId: 'cancelAgentTask',
    summary: 'It need not be done any more',
    body: CancelInput,
    authorizeFirst: ({ scope, params }) => assertMaySteer(scope, params.id),
    answers: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await cancelTask(scope, params.id, body.reason ?? undefined)),
    }),
  });

  route(app, {
    ...steering,
    url: '/v1/agent-tasks/:id/unhold',
    operationId: 'unholdAgentTask',
    summary: 'Offer a task that is held back, as an admin of its project',
    authorizeFirst: ({ scope, params }) => getTaskFor(scope.db.reads, scope.actor, params.id, canLiftHold),
    answers: theTask,
    handle: async ({ scope, params }) => ({ data: presentTask(await liftHold(scope, params.id)) }),
  });
}

/** Aborts when the caller hangs up, so that no task is leased to somebody who is not there any more. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
