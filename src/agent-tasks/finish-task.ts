import { secondMs } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { assertShallow } from '../platform/validation/index.ts';
import type { Scope } from '../users/index.ts';
import { type AgentTask, backOffMs, isFinished } from './agent-task.ts';
import { canManageTask, canWorkOnTask } from './agent-task-access.ts';
import { taskCancelled, taskCompleted, taskFailed, taskReleased, taskRetrying } from './agent-task-events.ts';
import type { TaskForActor } from './agent-task-store.ts';
import { changeTaskState } from './change-task-state.ts';
import { getTaskFor, lockTaskFor, readTask, type TaskDetails } from './get-task.ts';
import { noLease } from './lease.ts';
import { extendLease, lockLeasedTask, type NewArtifact, storeArtifact } from './report-on-task.ts';

export async function heartbeatTask(
  scope: Scope,
  id: string,
  epoch: number,
  leaseSeconds?: number,
): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    await extendLease(tx, scope, await lockLeasedTask(tx, scope, id, epoch), leaseSeconds);
    return readTask(tx, scope.actor, id);
  });
}

export async function completeTask(
  scope: Scope,
  id: string,
  epoch: number,
  { result, artifacts = [] }: { result?: unknown; artifacts?: NewArtifact[] | undefined },
): Promise<TaskDetails> {
  assertShallow('result', result);
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    for (const artifact of artifacts) await storeArtifact(tx, scope, task, artifact);
    const now = scope.clock.now();
    const outcome = result === undefined ? null : JSON.stringify(result);
    return changeAndRead(tx, scope, task, taskCompleted, {
      ...noLease,
      state: 'completed',
      result: outcome,
      error: null,
      completedAt: now,
    });
  });
}

/** Schedules a retry with back-off, unless the worker set `retryable` to false or this was the last attempt. */
export async function failTask(
  scope: Scope,
  id: string,
  epoch: number,
  { error, retryable = true }: { error: string; retryable?: boolean | undefined },
): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    const now = scope.clock.now();
    if (retryable && task.attempt < task.maxAttempts) {
      const runAfter = now + backOffMs(task.attempt);
      return changeAndRead(tx, scope, task, taskRetrying, { ...noLease, state: 'queued', error, runAfter });
    }
    return changeAndRead(tx, scope, task, taskFailed, {
      ...noLease,
      state: 'failed',
      error,
      completedAt: now,
    });
  });
}

/** Returns the task to the queue at its old position. The attempt does not count. */
export async function releaseTask(
  scope: Scope,
  id: string,
  epoch: number,
  delaySeconds: number,
): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
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
      heldReason: null,
      question: null,
      error: reason ?? null,
      completedAt: scope.clock.now(),
    });
  });
}

/** For `authorizeFirst`: a caller without access gets 404 or 403 before their input is validated. */
export const assertMayWork = ({ db, actor }: Scope, id: string) =>
  getTaskFor(db.reads, actor, id, canWorkOnTask);
export const assertMayManage = ({ db, actor }: Scope, id: string) =>
  getTaskFor(db.reads, actor, id, canManageTask);

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
