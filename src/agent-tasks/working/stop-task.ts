import type { Queries } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import type { AgentTask, AgentTaskRow, StopReason } from '../agent-task.ts';
import { canManageTask } from '../agent-task-access.ts';
import { taskStopRequested } from '../agent-task-events.ts';
import { findSpentBudget } from '../budgets/budget-store.ts';
import { changeTaskState } from '../change-task-state.ts';
import { lockTaskFor, readTask, type TaskDetails } from '../get-task.ts';

/** Asks the worker to end in order, with its next report. A task that it then fails or releases is not queued again. */
export async function requestStop(scope: Scope, id: string): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    const task = await lockTaskFor(tx, actor, id, canManageTask);
    if (task.state !== 'in_progress')
      throw conflict(
        `Nobody works on the task: it is ${task.state.replaceAll('_', ' ')}. Cancel it if it shall not be done.`,
      );
    if (!isStopRequested(task))
      await changeTaskState(tx, actor, clock.now(), task, taskStopRequested, {
        stopEpoch: task.leaseEpoch,
        stopRequestedBy: actor.userId,
        stopRequestedAt: clock.now(),
      });
    return readTask(tx, actor, id);
  });
}

/** Whether the worker of the current lease was asked to end. */
export const isStopRequested = ({ stopEpoch, leaseEpoch }: Pick<AgentTask, 'stopEpoch' | 'leaseEpoch'>) =>
  stopEpoch !== null && stopEpoch === leaseEpoch;

/** `task` as it was while its worker held the lease. */
export async function findStopReason(
  queries: Queries,
  task: AgentTaskRow,
  now: number,
): Promise<StopReason | null> {
  if (isStopRequested(task)) return 'requested';
  const spent = await findSpentBudget(queries, {
    agentId: task.leaseUserId ?? '',
    projectId: task.projectId ?? '',
    ticketId: task.ticketId ?? '',
    now,
  });
  return spent ? 'budget' : null;
}
