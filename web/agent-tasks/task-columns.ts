import type { AgentTaskItem } from '../../sdk/index.ts';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { shownState, type TaskState } from './task-state.ts';

export const taskColumns = [
  'queued',
  'held',
  'in_progress',
  'waiting_for_user',
  'completed',
  'failed',
] as const;
export type TaskColumn = (typeof taskColumns)[number];

/** Each column has a shape besides its colour. */
export const columnIcons = {
  queued: 'clock',
  held: 'pause',
  in_progress: 'bolt',
  waiting_for_user: 'question',
  completed: 'check',
  failed: 'warning',
} as const satisfies Record<TaskColumn, IconName>;

/**
 * The column of a task. Tasks that ended without a result share one column; the badge of the card shows how each
 * ended.
 */
export function taskColumn(task: Pick<AgentTaskItem, 'state' | 'heldReason'>): TaskColumn {
  const state: TaskState = shownState(task);
  return state === 'timed_out' || state === 'cancelled' ? 'failed' : state;
}

type Task = Pick<AgentTaskItem, 'state' | 'heldReason' | 'createdAt' | 'updatedAt'>;

/** Waiting tasks in the order in which they wait, everything else with the latest change first. */
export function groupTasks<T extends Task>(tasks: readonly T[]): Record<TaskColumn, T[]> {
  const columns = Object.fromEntries(taskColumns.map((column) => [column, [] as T[]])) as Record<
    TaskColumn,
    T[]
  >;
  for (const task of tasks) columns[taskColumn(task)].push(task);
  for (const column of taskColumns) {
    const isWaiting = column === 'queued' || column === 'held';
    columns[column].sort((a, b) =>
      isWaiting ? compare(a.createdAt, b.createdAt) : compare(b.updatedAt, a.updatedAt),
    );
  }
  return columns;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
