import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';

type Task = Pick<AgentTaskItem, 'state' | 'heldReason'>;
export type TaskState = AgentTaskItem['state'] | 'held';

/** The state as people see it: a queued task that nobody can claim is held. */
export const shownState = ({ state, heldReason }: Task): TaskState =>
  state === 'queued' && heldReason !== undefined ? 'held' : state;

export const stateLabel = (task: Task): string => m.agentTasks.states[shownState(task)];

export const stateLook = (
  task: Task,
): 'muted' | 'amber' | 'violet' | 'green' | 'red' | 'teal' | 'outline' => {
  const looks = {
    queued: 'muted',
    held: 'amber',
    in_progress: 'teal',
    waiting_for_user: 'violet',
    completed: 'green',
    failed: 'red',
    timed_out: 'red',
    cancelled: 'outline',
  } as const satisfies Record<TaskState, string>;
  return looks[shownState(task)];
};

export const isOver = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'completed' || state === 'failed' || state === 'timed_out' || state === 'cancelled';

/** The length of the lease, computed from the last report, which extended it. */
export const leaseLengthMs = ({ lease, updatedAt }: Pick<AgentTaskItem, 'lease' | 'updatedAt'>): number =>
  lease ? Math.max(1, Date.parse(lease.expiresAt) - Date.parse(updatedAt)) : 0;

/** Whether a worker has reported what it used. */
export const hasUsage = ({ usage }: Pick<AgentTaskItem, 'usage'>): boolean =>
  usage.inputTokens + usage.outputTokens + usage.seconds > 0 || usage.cost !== null;
