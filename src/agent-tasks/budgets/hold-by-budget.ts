import type { Tx } from '../../platform/db/index.ts';
import { recordTaskEvent, taskHeld } from '../agent-task-events.ts';
import { updateHold } from '../agent-task-store.ts';
import * as store from './budget-hold-store.ts';
import type { BudgetRow } from './budget-store.ts';
import { heldByBudget } from './find-budget-hold.ts';

// What one transaction holds; the loop of held tasks holds the others. No claim returns them meanwhile (claim-store.ts).
const tasksPerBatch = 200;

/** Holds the queued tasks of a spent budget. Returns how many. */
export async function holdTasksOfBudget(tx: Tx, budget: BudgetRow, now: number): Promise<number> {
  const { hold, heldReason } = heldByBudget(budget);
  const tasks = await store.lockOfferedTasks(tx, budget, tasksPerBatch);
  for (const task of tasks) {
    const { id, waived } = task;
    await updateHold(tx, { id, hold, heldReason, waived, offeredAt: null, now });
    await recordTaskEvent(tx, undefined, taskHeld, { ...task, hold, heldReason, updatedAt: now }, now);
  }
  return tasks.length;
}
