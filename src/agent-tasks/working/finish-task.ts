import { secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import { assertShallow } from '../../platform/validation/index.ts';
import type { Scope } from '../../users/index.ts';
import { type AgentTask, backOffMs, type FailureType, isFinished, noQuestion } from '../agent-task.ts';
import { canManageTask, canWorkOnTask } from '../agent-task-access.ts';
import {
  taskCancelled,
  taskCompleted,
  taskFailed,
  taskReleased,
  taskRetrying,
} from '../agent-task-events.ts';
import type { TaskForActor } from '../agent-task-store.ts';
import { changeTaskState } from '../change-task-state.ts';
import { getTaskFor, lockTaskFor, readTask, type TaskDetails } from '../get-task.ts';
import { markCheckOfTaskDue } from '../live-branches/live-branch-store.ts';
import { moveCompletedTicket, moveFailedTicket } from '../ticket-moves/move-ticket-with-task.ts';
import { noLease } from './lease.ts';
import { extendLease, lockLeasedTask, type NewArtifact, storeArtifact } from './report-on-task.ts';
import { isStopRequested } from './stop-task.ts';
import { applyReport, type ForWorker, type Report, readForWorker } from './worker-report.ts';

/** A task as its worker gets it. */
export type TaskForWorker = TaskDetails & ForWorker;

export async function heartbeatTask(
  scope: Scope,
  id: string,
  epoch: number,
  leaseSeconds?: number,
  report: Report = {},
): Promise<TaskForWorker> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task, leaseSeconds);
    await applyReport(tx, scope, task, report);
    return readWithMessages(tx, scope, task);
  });
}

export async function completeTask(
  scope: Scope,
  id: string,
  epoch: number,
  { result, artifacts = [], ...report }: { result?: unknown; artifacts?: NewArtifact[] | undefined } & Report,
): Promise<TaskForWorker> {
  assertShallow('result', result);
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    for (const artifact of artifacts) await storeArtifact(tx, scope, task, artifact);
    await applyReport(tx, scope, task, report);
    const now = scope.clock.now();
    const outcome = result === undefined ? null : JSON.stringify(result);
    await changeTaskState(tx, scope.actor, now, task, taskCompleted, {
      ...noLease,
      state: 'completed',
      result: outcome,
      error: null,
      failureType: null,
      completedAt: now,
    });
    await moveCompletedTicket(tx, scope, task);
    // Its branch may be one of those that land now.
    if (task.branch !== null) await markCheckOfTaskDue(tx, { taskId: id, dueAt: now });
    return readWithMessages(tx, scope, task);
  });
}

/**
 * Schedules a retry with back-off, unless the worker set `retryable` to false or was asked to stop, or this was the last
 * attempt.
 */
export async function failTask(
  scope: Scope,
  id: string,
  epoch: number,
  { error, retryable = true, type, ...report }: Failure & Report,
): Promise<TaskForWorker> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await applyReport(tx, scope, task, report);
    const now = scope.clock.now();
    const failure = { ...noLease, error, failureType: type ?? 'unknown' } as const;
    if (retryable && task.attempt < task.maxAttempts && !isStopRequested(task)) {
      const runAfter = now + backOffMs(task.attempt);
      await changeTaskState(tx, scope.actor, now, task, taskRetrying, {
        ...failure,
        state: 'queued',
        runAfter,
      });
    } else {
      await changeTaskState(tx, scope.actor, now, task, taskFailed, {
        ...failure,
        state: 'failed',
        completedAt: now,
      });
      await moveFailedTicket(tx, task, now);
    }
    return readWithMessages(tx, scope, task);
  });
}

export interface Failure {
  error: string;
  retryable?: boolean | undefined;
  type?: FailureType | null | undefined;
}

/** Returns the task to the queue at its old position. The attempt does not count. A worker that was asked to stop ends it. */
export async function releaseTask(
  scope: Scope,
  id: string,
  epoch: number,
  delaySeconds: number,
  report: Report = {},
): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await applyReport(tx, scope, task, report);
    if (isStopRequested(task))
      return changeAndRead(tx, scope, task, taskCancelled, endedOnRequest(scope.clock.now()));
    const runAfter = delaySeconds > 0 ? scope.clock.now() + delaySeconds * secondMs : task.runAfter;
    return changeAndRead(tx, scope, task, taskReleased, {
      ...noLease,
      state: 'queued',
      attempt: task.attempt - 1,
      runAfter,
    });
  });
}

/** A worker that holds the task gets 409 at its next heartbeat. */
export async function cancelTask(scope: Scope, id: string, reason: string | undefined): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockTaskFor(tx, scope.actor, id, canManageTask);
    if (task.state === 'cancelled') return readTask(tx, scope.actor, id);
    if (isFinished(task)) throw conflict(`The task is already ${task.state.replace('_', ' ')}.`);
    return changeAndRead(tx, scope, task, taskCancelled, {
      ...noLease,
      state: 'cancelled',
      ...noQuestion,
      error: reason ?? null,
      failureType: null,
      completedAt: scope.clock.now(),
    });
  });
}

/** The changes to a task whose worker ended because a person asked it to. */
export const endedOnRequest = (now: number): Partial<AgentTask> => ({
  ...noLease,
  state: 'cancelled',
  error: 'Stopped on request',
  failureType: null,
  completedAt: now,
});

/** For `authorizeFirst`: a caller without access gets 404 or 403 before their input is validated. */
export const assertMayWork = ({ db, actor }: Scope, id: string) =>
  getTaskFor(db.reads, actor, id, canWorkOnTask);
export const assertMayManage = ({ db, actor }: Scope, id: string) =>
  getTaskFor(db.reads, actor, id, canManageTask);

async function readWithMessages(tx: Tx, scope: Scope, task: TaskForActor): Promise<TaskForWorker> {
  const forWorker = await readForWorker(tx, scope, task);
  return { ...(await readTask(tx, scope.actor, task.id)), ...forWorker };
}

async function changeAndRead(
  tx: Tx,
  { actor, clock }: Scope,
  task: TaskForActor,
  event: typeof taskCompleted,
  changes: Partial<AgentTask>,
): Promise<TaskDetails> {
  await changeTaskState(tx, actor, clock.now(), task, event, changes);
  return readTask(tx, actor, task.id);
}
