import type { Database } from '../platform/db/index.ts';
import type { Actor } from '../users/index.ts';
import { checkKeyedLease, verifyTaskKey } from './authorize-git.ts';
import { parseTaskKey } from './task-key.ts';

/**
 * The key of a lease, as the credential of a coding agent for Docket's tools: it reads and writes in the project of its
 * task alone, claims and reports nothing, and ends with the lease.
 */
export async function findActorByTaskKey(
  { reads }: Database,
  text: string,
  now: number,
): Promise<Actor | undefined> {
  const key = parseTaskKey(text);
  const lease = key && (await verifyTaskKey(reads, key));
  if (!lease) return undefined;
  const check = await checkKeyedLease(reads, lease, now);
  if ('ended' in check || check.task.projectId === null) return undefined;
  return {
    ...check.actor,
    credential: {
      kind: 'api-key',
      id: `lease ${lease.taskId}`,
      scopes: ['read', 'write'],
      projectIds: [check.task.projectId],
    },
  };
}
