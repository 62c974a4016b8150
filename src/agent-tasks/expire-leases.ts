import type { Database, Tx } from '../platform/db/index.ts';
import { taskRequeued, taskTimedOut } from './agent-task-events.ts';
import { findTask } from './agent-task-store.ts';
import { changeTaskState } from './change-task-state.ts';
import { lockExpiredTasks } from './claim-store.ts';
import { noLease } from './lease.ts';

const tasksPerBatch = 100;

/** Requeues tasks whose lease expired, at their old position. After the last attempt they end as `timed_out`. */
export async function expireLeases(db: Database, now: number): Promise<number> {
  let expired = 0;
  for (;;) {
    const count = await db.transaction((tx) => expireBatch(tx, now));
    expired += count;
    if (count < tasksPerBatch) return expired;
  }
}

async function expireBatch(tx: Tx, now: number): Promise<number> {
  const ids = await lockExpiredTasks(tx, { now, limit: tasksPerBatch });
  for (const id of ids) {
    const task = await findTask(tx, { id });
    if (!task) continue;
    const isLast = task.attempt >= task.maxAttempts;
    const error = `Worker ${task.leaseWorker ?? ''} stopped sending heartbeats`;
    await (isLast
      ? changeTaskState(tx, undefined, now, task, taskTimedOut, {
          ...noLease,
          state: 'timed_out',
          error,
          completedAt: now,
        })
      : changeTaskState(tx, undefined, now, task, taskRequeued, { ...noLease, state: 'queued', error }));
  }
  return ids.length;
}
