import type { Database, Tx } from '../../platform/db/index.ts';
import { taskCancelled, taskRequeued, taskTimedOut } from '../agent-task-events.ts';
import { findTask } from '../agent-task-store.ts';
import { changeTaskState } from '../change-task-state.ts';
import { moveFailedTicket } from '../ticket-moves/move-ticket-with-task.ts';
import { lockExpiredTasks } from './claim-store.ts';
import { endedOnRequest } from './finish-task.ts';
import { noLease } from './lease.ts';
import { isStopRequested } from './stop-task.ts';

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
    if (isStopRequested(task)) {
      await changeTaskState(tx, undefined, now, task, taskCancelled, endedOnRequest(now));
      continue;
    }
    const isLast = task.attempt >= task.maxAttempts;
    const error = `Worker ${task.leaseWorker ?? ''} stopped sending heartbeats`;
    if (!isLast) {
      await changeTaskState(tx, undefined, now, task, taskRequeued, {
        ...noLease,
        state: 'queued',
        error,
        failureType: 'timeout',
      });
      continue;
    }
    await changeTaskState(tx, undefined, now, task, taskTimedOut, {
      ...noLease,
      state: 'timed_out',
      error,
      failureType: 'timeout',
      completedAt: now,
    });
    await moveFailedTicket(tx, task, now);
  }
  return ids.length;
}
