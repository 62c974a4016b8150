import type { Scope } from '../users/index.ts';
import { canUnholdTask } from './agent-task-access.ts';
import { recordTaskEvent, taskUnheld } from './agent-task-events.ts';
import { unholdTaskRow } from './agent-task-store.ts';
import { lockTaskFor, readTask, type TaskDetails } from './get-task.ts';

/** Makes a held task claimable, even above the hourly cap. */
export async function unholdTask(scope: Scope, id: string): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockTaskFor(tx, scope.actor, id, canUnholdTask);
    if (task.heldReason === null) return readTask(tx, scope.actor, id);
    const now = scope.clock.now();
    await unholdTaskRow(tx, { id, now });
    await recordTaskEvent(tx, scope.actor, taskUnheld, { ...task, heldReason: null }, now);
    return readTask(tx, scope.actor, id);
  });
}
