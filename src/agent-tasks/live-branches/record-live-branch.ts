import type { Tx } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import type { AgentTask } from '../agent-task.ts';
import * as store from './live-branch-store.ts';

/** Stores the newest commit of a pushed branch, and has it merged with the other ones in the background. */
export async function recordLiveBranch(
  tx: Tx,
  now: number,
  { id: taskId, projectId }: Pick<AgentTask, 'id' | 'projectId'>,
  repository: string | undefined,
  { branch, after }: { branch: string; after: string },
): Promise<void> {
  if (repository === undefined || projectId === null) return;
  const row = { id: newId(now), projectId, repository, branch, taskId, head: after, pushedAt: now };
  await store.upsertBranch(tx, row);
  await store.markCheckDue(tx, { projectId, repository, dueAt: now });
}
