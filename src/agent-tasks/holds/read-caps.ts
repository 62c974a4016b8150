import type { Queries } from '../../platform/db/index.ts';
import type { CollisionMode } from '../collisions/collision.ts';
import { findLimits } from './limits-store.ts';

/** How many tasks are offered, and which at the same time. */
export interface Caps {
  tasksPerHour: number;
  tasksPerTicketPerDay: number;
  /** How many agents may start each other in a row. */
  chainDepth: number;
  /** What happens to tasks whose predicted files overlap those that a running task touches. */
  collisions: CollisionMode;
}

const defaults = { tasksPerTicketPerDay: 6, chainDepth: 4 };

/** The caps of a project; of the instance for tasks without one. */
export async function readCaps(
  queries: Queries,
  projectId: string | null,
  tasksPerHourMax: number,
): Promise<Caps> {
  const row = projectId === null ? undefined : await findLimits(queries, { projectId });
  return {
    tasksPerHour: row?.tasksPerHour ?? tasksPerHourMax,
    tasksPerTicketPerDay: row?.tasksPerTicketPerDay ?? defaults.tasksPerTicketPerDay,
    chainDepth: row?.chainDepth ?? defaults.chainDepth,
    collisions: row?.collisions ?? 'off',
  };
}
