import { conflict } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { canUnholdTask } from '../agent-task-access.ts';
import { recordTaskEvent, taskUnheld } from '../agent-task-events.ts';
import { updateHold } from '../agent-task-store.ts';
import { lockTaskFor, readTask, type TaskDetails } from '../get-task.ts';
import { HoldDecider } from './decide-hold.ts';

/**
 * Makes a held task claimable, even above the caps. A blocked one stays held: its ticket cannot be worked on yet.
 * So does one whose budget is spent: its worker would be asked to end at once.
 */
export async function unholdTask(scope: Scope, id: string): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const task = await lockTaskFor(tx, scope.actor, id, canUnholdTask);
    if (task.hold === 'blocked')
      throw conflict(
        'The task waits for a blocker of its ticket. Close the blocker or remove the relation, and the task is offered.',
      );
    if (task.hold === 'budget') throw conflict(`${task.heldReason}.`);
    if (task.heldReason === null) return readTask(tx, scope.actor, id);
    const now = scope.clock.now();
    const settings = { now, tasksPerHourMax: 0 };
    const held = await new HoldDecider(tx, settings).decideAgain({ ...task, waived: 1 });
    const { hold, heldReason } = held ?? { hold: null, heldReason: null };
    await updateHold(tx, { id, hold, heldReason, waived: 1, offeredAt: hold === null ? now : null, now });
    if (hold === null) await recordTaskEvent(tx, scope.actor, taskUnheld, { ...task, hold, heldReason }, now);
    return readTask(tx, scope.actor, id);
  });
}
