import type { Tx } from '../platform/db/index.ts';
import { lockReadiness } from '../tickets/index.ts';
import type { AgentTask, AgentTaskRow } from './agent-task.ts';
import { recordTaskEvent, type TaskActor, type taskCompleted } from './agent-task-events.ts';
import { updateHold, updateTask } from './agent-task-store.ts';
import { type Held, HoldDecider } from './holds/decide-hold.ts';

/**
 * Changes the state of a task and records the event. A task that is queued again is held while its ticket is blocked or
 * its budget is spent.
 */
export async function changeTaskState(
  tx: Tx,
  by: TaskActor,
  now: number,
  task: AgentTaskRow,
  event: typeof taskCompleted,
  changes: Partial<AgentTask>,
): Promise<void> {
  const held = changes.state === 'queued' ? await findHold(tx, task, now) : null;
  const { hold, heldReason } = held ?? { hold: null, heldReason: null };
  const cancelledBy = changes.state === 'cancelled' ? (by?.userId ?? task.stopRequestedBy) : null;
  const after = { ...task, ...changes, cancelledBy, hold, heldReason, updatedAt: now };
  await updateTask(tx, after);
  // It counts towards the caps again when it is offered again.
  if (held) await updateHold(tx, { ...held, id: task.id, waived: task.waived, offeredAt: null, now });
  // The event names the worker that held the lease, which the change may have cleared.
  await recordTaskEvent(tx, by, event, { ...after, leaseWorker: task.leaseWorker }, now);
}

async function findHold(tx: Tx, task: AgentTaskRow, now: number): Promise<Held | null> {
  if (task.ticketId !== null) await lockReadiness(tx, task.ticketId);
  // The hourly cap has counted the task already, so its limit is not asked for.
  return new HoldDecider(tx, { now, tasksPerHourMax: 0 }).decideAgain(task);
}
