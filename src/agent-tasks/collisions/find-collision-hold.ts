import type { Queries } from '../../platform/db/index.ts';
import type { AgentTask, Hold } from '../agent-task.ts';
import { shareMin } from './collision.ts';
import * as store from './collision-store.ts';

/** A task that is decided about before it is stored has no id, and its files are not predicted yet. */
export type Collider = Pick<AgentTask, 'projectId' | 'waived'> & {
  id: string | null;
  predictAt: number | null;
};

const predictingReason = 'Docket is predicting which files this task will touch';
/** As with blockers, the stored text names no ticket: not every reader of the task may read it (read-collisions.ts). */
const collisionReason = 'Its predicted files overlap files that a running task touches';

/** For projects that hold colliding tasks. */
export async function findCollisionHold(
  tx: Queries,
  { id, projectId, waived, predictAt }: Collider,
): Promise<{ hold: Hold; heldReason: string } | null> {
  if (projectId === null || waived === 1) return null;
  await store.lockCollisions(tx, { projectId });
  if (id === null || predictAt !== null)
    return (await store.hasTouchingTask(tx, { projectId }))
      ? { hold: 'collision', heldReason: predictingReason }
      : null;
  return (await store.hasOverlap(tx, { taskId: id, shareMin }))
    ? { hold: 'collision', heldReason: collisionReason }
    : null;
}
