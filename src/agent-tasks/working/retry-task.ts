import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { type AgentTaskRow, isFinished } from '../agent-task.ts';
import { canManageTask } from '../agent-task-access.ts';
import { recordTaskEvent, taskHeld, taskRetrying } from '../agent-task-events.ts';
import { findTask, updateHold } from '../agent-task-store.ts';
import { changeTaskState } from '../change-task-state.ts';
import { lockTaskFor, readTask, type TaskDetails } from '../get-task.ts';
import { HoldDecider } from '../holds/decide-hold.ts';
import { isOffered } from '../holds/hold-store.ts';

/**
 * Queues a task again that failed, timed out or was cancelled. It gets all its attempts back and keeps its activities.
 * A task that a cap held when it was cancelled is held again, and one that an agent retries counts as a new one: an agent
 * can both cancel and retry, so the caps would hold nobody.
 */
export async function retryTask(scope: Scope, id: string, tasksPerHourMax: number): Promise<TaskDetails> {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const task = await lockTaskFor(tx, actor, id, canManageTask);
    if (!isFinished(task) || task.state === 'completed')
      throw conflict(`The task is ${task.state.replaceAll('_', ' ')}: there is nothing to retry.`);
    const now = clock.now();
    await changeTaskState(tx, actor, now, task, taskRetrying, {
      state: 'queued',
      attempt: 0,
      error: null,
      failureType: null,
      result: null,
      runAfter: now,
      completedAt: null,
    });
    if (actor.agent || !(await isOffered(tx, { id }))) await applyCaps(tx, scope, id, tasksPerHourMax);
    return readTask(tx, actor, id);
  });
}

async function applyCaps(tx: Tx, { actor, clock }: Scope, id: string, tasksPerHourMax: number) {
  const task = (await findTask(tx, { id })) as AgentTaskRow;
  // The caps are asked when its blockers are closed.
  if (task.hold !== null) return;
  const now = clock.now();
  const held = await new HoldDecider(tx, { now, tasksPerHourMax }).decide(task);
  const { hold, heldReason } = held ?? { hold: null, heldReason: null };
  await updateHold(tx, { id, hold, heldReason, waived: task.waived, offeredAt: held ? null : now, now });
  if (held) await recordTaskEvent(tx, actor, taskHeld, { ...task, ...held }, now);
}
