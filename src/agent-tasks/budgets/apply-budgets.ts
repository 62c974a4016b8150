import type { Database, Tx } from '../../platform/db/index.ts';
import type { HoldSettings } from '../holds/decide-hold.ts';
import { recheckHolds } from '../holds/recheck-holds.ts';
import * as store from './budget-hold-store.ts';
import { listSpentBudgets } from './budget-store.ts';
import { holdTasksOfBudget } from './hold-by-budget.ts';

const tasksPerBatch = 200;

/** Offers tasks whose budget has room again: it was raised or removed, or the next month began. */
export async function releaseTasksWithinBudget(tx: Tx, settings: HoldSettings): Promise<number> {
  const ids = await store.listReleasableTasks(tx, { now: settings.now, limit: tasksPerBatch });
  if (ids.length === 0) return 0;
  const tasks = await store.lockHeldTasks(tx, { ids });
  await recheckHolds(tx, settings, tasks);
  return tasks.length;
}

/** For the loop of held tasks: holds and offers what one transaction of a report or a change left over. */
export async function applyBudgets(db: Database, settings: HoldSettings): Promise<void> {
  const { now } = settings;
  for (const budget of await listSpentBudgets(db.reads, { now }))
    while ((await db.transaction((tx) => holdTasksOfBudget(tx, budget, now))) === tasksPerBatch);
  while ((await store.listReleasableTasks(db.workerReads, { now, limit: 1 })).length > 0)
    if ((await db.transaction((tx) => releaseTasksWithinBudget(tx, settings))) === 0) break;
}
