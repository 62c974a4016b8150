import type { FastifyInstance, FastifyReply } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { requirePermission, type Scope } from '../../users/index.ts';
import { canUnholdTask } from '../agent-task-access.ts';
import * as schemas from '../agent-task-schemas.ts';
import { getTaskFor } from '../get-task.ts';
import { unholdTask } from '../holds/unhold-task.ts';
import {
  presentActivityForWorker,
  presentArtifact,
  presentTask,
  presentTaskForWorker,
} from '../present-agent-task.ts';
import { answerTask, askUser, assertMayAnswer } from '../questions/ask-user.ts';
import { assertMayClaim, type IssueGitAccess } from './claim-task.ts';
import {
  assertMayManage,
  assertMayWork,
  cancelTask,
  completeTask,
  failTask,
  heartbeatTask,
  releaseTask,
} from './finish-task.ts';
import { addArtifact, reportActivity } from './report-on-task.ts';
import { retryTask } from './retry-task.ts';
import { requestStop } from './stop-task.ts';
import type { TaskWaiters } from './task-waiters.ts';

type OfTask = { scope: Scope; params: { id: string } };

const params = Type.Object({ id: id() });
const theTaskForWorker = {
  200: { description: 'The updated task, with messages of people', schema: dataOf(schemas.TaskForWorker) },
};
const theTask = { 200: { description: 'The updated task', schema: dataOf(schemas.Task) } };
/** Routes for the worker that holds the lease. */
const working = {
  apiKeyScope: 'agent',
  params,
  authorizeFirst: ({ scope, params }: OfTask) => assertMayWork(scope, params.id),
} as const;
/** Routes for people, and agents, that manage the task. */
const managing = { apiKeyScope: ['write', 'agent'], params } as const;

/** Claiming, reporting on and finishing tasks. */
export function addAgentWorkRoutes(
  app: FastifyInstance,
  waiters: TaskWaiters,
  tasksPerHourMax: number,
  issueGitAccess: IssueGitAccess,
): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());

  router.post('/v1/agent-tasks/claim', {
    operationId: 'claimAgentTask',
    summary: 'Claim the next task',
    description:
      'Returns the task with the highest priority, and of those the one that waited longest. It is yours until the lease expires; heartbeats, activities and artifacts extend the lease.',
    apiKeyScope: 'agent',
    mayWait: true,
    rebuiltResponse: true,
    body: schemas.ClaimInput,
    authorizeFirst: ({ scope }) => assertMayClaim(scope),
    responses: {
      200: { description: 'The task with its lease', schema: dataOf(schemas.ClaimedTask) },
      204: { description: 'No task is ready' },
    },
    handle: async ({ scope, body }, reply) => {
      const gone = AbortSignal.any([closing.signal, disconnectSignal(reply)]);
      // A waiting claim costs nothing, so it does not count as a request in flight: 2,000 of them would look like
      // overload.
      const onWait = () => app.leaveAdmission(reply.request);
      const task = await waiters.claim(scope, body, body.wait ?? 0, gone, onWait);
      if (!task) return reply.code(204).send();
      return { data: { ...presentTaskForWorker(task), git: await issueGitAccess(scope, task) } };
    },
  });

  router.post('/v1/agent-tasks/:id/heartbeat', {
    ...working,
    operationId: 'heartbeatAgentTask',
    summary: 'Extend the lease of a task',
    body: schemas.HeartbeatInput,
    responses: theTaskForWorker,
    handle: async ({ scope, params, body: { epoch, leaseSeconds, ...report } }) => ({
      data: presentTaskForWorker(
        await heartbeatTask(scope, params.id, epoch, leaseSeconds ?? undefined, report),
      ),
    }),
  });

  router.post('/v1/agent-tasks/:id/activities', {
    ...working,
    operationId: 'reportAgentTaskActivity',
    summary: 'Report an activity',
    description: 'Extends the lease. Shown with the ticket and streamed as `agent_task.activity`.',
    body: schemas.ActivityInput,
    responses: {
      201: {
        description: 'The activity, with messages of people',
        schema: dataOf(schemas.ActivityForWorker),
      },
    },
    handle: async ({ scope, params, body: { epoch, type = 'message', content, ...report } }) => ({
      data: presentActivityForWorker(await reportActivity(scope, params.id, epoch, type, content, report)),
    }),
  });

  router.post('/v1/agent-tasks/:id/artifacts', {
    ...working,
    operationId: 'addAgentTaskArtifact',
    summary: 'Add an artifact, such as a pull request',
    description:
      'Extends the lease. If the checks of a pull request fail, or a review requests changes, Docket queues a follow-up task.',
    body: schemas.ArtifactInput,
    responses: { 201: { description: 'The artifact', schema: dataOf(schemas.Artifact) } },
    handle: async ({ scope, params, body: { epoch, ...artifact } }) => ({
      data: presentArtifact(await addArtifact(scope, params.id, epoch, artifact)),
    }),
  });

  router.post('/v1/agent-tasks/:id/complete', {
    ...working,
    operationId: 'completeAgentTask',
    summary: 'Complete a task',
    body: schemas.CompleteInput,
    responses: theTaskForWorker,
    handle: async ({ scope, params, body: { epoch, artifacts, ...outcome } }) => ({
      data: presentTaskForWorker(
        await completeTask(scope, params.id, epoch, { ...outcome, artifacts: artifacts ?? undefined }),
      ),
    }),
  });

  router.post('/v1/agent-tasks/:id/fail', {
    ...working,
    operationId: 'failAgentTask',
    summary: 'Fail a task',
    description:
      'Docket retries it with a growing delay, unless `maxAttempts` is reached or `retryable` is false.',
    body: schemas.FailInput,
    responses: theTaskForWorker,
    handle: async ({ scope, params, body: { epoch, retryable, ...failure } }) => ({
      data: presentTaskForWorker(
        await failTask(scope, params.id, epoch, { ...failure, retryable: retryable ?? undefined }),
      ),
    }),
  });

  router.post('/v1/agent-tasks/:id/release', {
    ...working,
    operationId: 'releaseAgentTask',
    summary: 'Release a task without finishing it',
    body: schemas.ReleaseInput,
    responses: theTask,
    handle: async ({ scope, params, body: { epoch, delaySeconds, ...report } }) => ({
      data: presentTask(await releaseTask(scope, params.id, epoch, delaySeconds ?? 0, report)),
    }),
  });

  router.post('/v1/agent-tasks/:id/ask', {
    ...working,
    operationId: 'askAboutAgentTask',
    summary: 'Ask a question and release the task until a person answers',
    description:
      'With `form` people get a form, with `kind` approval they approve or reject, in the version that `subject` names.',
    body: schemas.AskInput,
    responses: theTask,
    handle: async ({ scope, params, body: { epoch, question, ...more } }) => ({
      data: presentTask(await askUser(scope, params.id, epoch, question, more)),
    }),
  });

  router.post('/v1/agent-tasks/:id/answer', {
    ...managing,
    operationId: 'answerAgentTask',
    summary: 'Answer the question of a task; a comment on its ticket does the same',
    body: schemas.AnswerInput,
    authorizeFirst: ({ scope, params }) => assertMayAnswer(scope, params.id),
    responses: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await answerTask(scope, params.id, body)),
    }),
  });

  router.post('/v1/agent-tasks/:id/cancel', {
    ...managing,
    operationId: 'cancelAgentTask',
    summary: 'Cancel a task',
    body: schemas.CancelInput,
    authorizeFirst: ({ scope, params }) => assertMayManage(scope, params.id),
    responses: theTask,
    handle: async ({ scope, params, body }) => ({
      data: presentTask(await cancelTask(scope, params.id, body.reason ?? undefined)),
    }),
  });

  router.post('/v1/agent-tasks/:id/stop', {
    ...managing,
    operationId: 'stopAgentTask',
    summary: 'Ask the worker of a task to end in order',
    description:
      'The worker gets `stop: "requested"` with its next report. If it then fails or releases the task, the task is not queued again. `cancel` ends its lease at once.',
    authorizeFirst: ({ scope, params }) => assertMayManage(scope, params.id),
    responses: theTask,
    handle: async ({ scope, params }) => ({ data: presentTask(await requestStop(scope, params.id)) }),
  });

  router.post('/v1/agent-tasks/:id/retry', {
    ...managing,
    operationId: 'retryAgentTask',
    summary: 'Queue a task again that failed, timed out or was cancelled',
    authorizeFirst: ({ scope, params }) => assertMayManage(scope, params.id),
    responses: theTask,
    handle: async ({ scope, params }) => ({
      data: presentTask(await retryTask(scope, params.id, tasksPerHourMax)),
    }),
  });

  router.post('/v1/agent-tasks/:id/unhold', {
    ...managing,
    operationId: 'unholdAgentTask',
    summary: 'Make a held task claimable, as an admin of its project who is no agent',
    authorizeFirst: requirePermission(getTaskFor, canUnholdTask),
    responses: theTask,
    handle: async ({ scope, params }) => ({ data: presentTask(await unholdTask(scope, params.id)) }),
  });
}

/** Aborts when the client disconnects, so that no task is leased to a client that is gone. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
