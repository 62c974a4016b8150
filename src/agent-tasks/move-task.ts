import type { Tx } from '../platform/db/index.ts';
import type { AgentTask, AgentTaskRow } from './agent-task.ts';
import { type By, recordTaskEvent, type taskCompleted } from './agent-task-events.ts';
import { updateTask } from './agent-task-store.ts';

/** A change of state with its event. */
export async function moveTask(
  tx: Tx,
  by: By,
  now: number,
  task: AgentTaskRow,
  event: typeof taskCompleted,
  changes: Partial<AgentTask>,
): Promise<void> {
  const after = { ...task, ...changes, updatedAt: now };
  await updateTask(tx, after);
  // Who had it is told with the end of it.
  await recordTaskEvent(tx, by, event, { ...after, leaseWorker: task.leaseWorker }, now);
}
