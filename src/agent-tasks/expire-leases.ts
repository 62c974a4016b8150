import type { Database, Tx } from '../platform/db/index.ts';
import { taskRequeued, taskTimedOut } from './agent-task-events.ts';
import { findTask } from './agent-task-store.ts';
import { lockExpired } from './claim-store.ts';
import { noLease } from './lease.ts';
import { moveTask } from './move-task.ts';

const tasksPerStep = 100;

/** Tasks whose worker was not heard of are queued again where they stood, or end if that was the last attempt. */
export async function expireLeases(db: Database, now: number): Promise<number> {
  let expired = 0;
  for (;;) {
    const step = await db.transaction((tx) => expireSome(tx, now));
    expired += step;
    if (step < tasksPerStep) return expired;
  }
}

async function expireSome(tx: Tx, now: number): Promise<number> {
  const ids = await lockExpired(tx, now, tasksPerStep);
  for (const id of ids) {
    const task = await findTask(tx, id);
    if (!task) continue;
    const isLast = task.attempt >= task.maxAttempts;
    const error = `Nothing was heard of the worker ${task.leaseWorker ?? ''} before its lease ran out`;
    await (isLast
      ? moveTask(tx, undefined, now, task, taskTimedOut, {
          ...noLease,
          state: 'timed_out',
          error,
          completedAt: now,
        })
      : moveTask(tx, undefined, now, task, taskRequeued, { ...noLease, state: 'queued', error }));
  }
  return ids.length;
}
