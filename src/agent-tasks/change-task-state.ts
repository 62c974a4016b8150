import type { Tx } from '../platform/db/index.ts';
import type { AgentTask, AgentTaskRow } from './agent-task.ts';
import { recordTaskEvent, type TaskActor, type taskCompleted } from './agent-task-events.ts';
import { updateTask } from './agent-task-store.ts';

/** Changes the state of a task and records the event. */
export async function changeTaskState(
  tx: Tx,
  by: TaskActor,
  now: number,
  task: AgentTaskRow,
  event: typeof taskCompleted,
  changes: Partial<AgentTask>,
): Promise<void> {
  const after = { ...task, ...changes, updatedAt: now };
  await updateTask(tx, after);
  // The event names the worker that held the lease, which the change may have cleared.
  await recordTaskEvent(tx, by, event, { ...after, leaseWorker: task.leaseWorker }, now);
}
