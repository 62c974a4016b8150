import type { Tx } from '../../platform/db/index.ts';
import type { AgentTask } from '../agent-task.ts';
import { recheckHolds } from '../holds/recheck-holds.ts';
import { isRunning, shareMin } from './collision.ts';
import * as store from './collision-store.ts';

/**
 * Holds the offered tasks that are predicted to touch files which a running task touches now. A project that does not
 * hold colliding tasks costs one statement.
 */
export async function holdCollidingTasks(
  tx: Tx,
  { id, projectId, state }: Pick<AgentTask, 'id' | 'projectId' | 'state'>,
  paths: string[],
  now: number,
): Promise<void> {
  if (projectId === null || paths.length === 0 || !isRunning({ state })) return;
  if (!(await store.lockCollisions(tx, { projectId }))) return;
  const found = await store.listTasksAtFiles(tx, { projectId, paths, shareMin });
  const ids = found.filter((other) => other !== id);
  if (ids.length === 0) return;
  const tasks = await store.lockQueuedTasks(tx, { ids });
  // Offered tasks have been counted by the hourly cap, so its limit is not asked for.
  await recheckHolds(
    tx,
    { now, tasksPerHourMax: 0 },
    tasks.filter(({ hold }) => hold === null),
  );
}
