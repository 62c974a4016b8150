import type { Queries } from '../../platform/db/index.ts';
import type { Actor } from '../../users/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { readTicketNames, type TicketName } from '../read-ticket-names.ts';
import { listConflicts } from './live-branch-store.ts';
import type { FileConflict } from './merge-conflict.ts';

/** A branch of another task that does not merge with that of a task. The reader may read its ticket. */
export interface BranchConflict {
  taskId: string;
  ticket: TicketName;
  branch: string;
  files: FileConflict[];
}

const conflictsMax = 200;

/** Finds the conflicts of tasks, by the id of the task. A page of tasks without branches costs no statement. */
export async function readMergeConflicts(
  queries: Queries,
  actor: Actor,
  tasks: readonly Pick<AgentTaskRow, 'id' | 'branch'>[],
): Promise<ReadonlyMap<string, BranchConflict[]>> {
  const taskIds = tasks.flatMap(({ id, branch }) => (branch === null ? [] : [id]));
  const byTask = new Map<string, BranchConflict[]>();
  if (taskIds.length === 0) return byTask;
  const rows = await listConflicts(queries, { taskIds, limit: conflictsMax });
  const tickets = await readTicketNames(
    queries,
    actor,
    rows.map(({ otherTicketId }) => otherTicketId),
  );
  for (const { taskId, otherTaskId, otherTicketId, otherBranch, conflicts } of rows) {
    const ticket = tickets.get(otherTicketId);
    if (!ticket) continue;
    const files = JSON.parse(conflicts) as FileConflict[];
    const conflict = { taskId: otherTaskId, ticket, branch: otherBranch, files };
    byTask.set(taskId, [...(byTask.get(taskId) ?? []), conflict]);
  }
  return byTask;
}
