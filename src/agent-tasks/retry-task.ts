import { conflict } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { isFinished } from './agent-task.ts';
import { canManageTask } from './agent-task-access.ts';
import { taskRetrying } from './agent-task-events.ts';
import { changeTaskState } from './change-task-state.ts';
import { lockTaskFor, readTask, type TaskDetails } from './get-task.ts';

/** Queues a task again that failed, timed out or was cancelled. It gets all its attempts back and keeps its activities. */
export async function retryTask(scope: Scope, id: string): Promise<TaskDetails> {
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
      result: null,
      runAfter: now,
      completedAt: null,
    });
    return readTask(tx, actor, id);
  });
}
