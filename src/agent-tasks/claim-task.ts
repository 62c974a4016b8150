import { forbiddenBecause, invalid, whenNotFound } from '../platform/errors.ts';
import { canWriteInProject, getProjectFor } from '../projects/index.ts';
import { canManageInstance, isReadOnly, keyProjectLimit, type Scope } from '../users/index.ts';
import { leaseSecondsDefault } from './agent-task.ts';
import { recordTaskEvent, taskClaimed } from './agent-task-events.ts';
import type { ClaimFilter, Lease } from './claim-store.ts';
import * as store from './claim-store.ts';
import { expireLeases } from './expire-leases.ts';
import { readTask, type TaskDetails } from './get-task.ts';
import { leaseUntil } from './lease.ts';

export interface Claim {
  workerId: string;
  kinds?: string[] | null | undefined;
  /** Id or key. */
  projectId?: string | null | undefined;
  leaseSeconds?: number | null | undefined;
}

// Another worker can lease the task between look-up and lease; then the look-up is repeated.
const claimTriesMax = 100;

class LeasedByAnother extends Error {}

/** Returns the next task for the worker, or undefined if none is ready. */
export async function claimTask(scope: Scope, claim: Claim): Promise<TaskDetails | undefined> {
  if (scope.repeated) return scope.repeated.value as TaskDetails;
  const filter = await resolveFilter(scope, claim);
  const { db, clock } = scope;
  if (await store.hasExpiredLease(db.reads, { now: clock.now() })) await expireLeases(db, clock.now());

  for (let tries = 0; tries < claimTriesMax; tries++) {
    // The look-up runs outside the transaction: workers that wait for tasks never occupy the writer.
    const head = await store.findQueueHead(db.reads, filter, clock.now());
    if (!head) return undefined;
    const task = await scope
      .write(async (tx) => {
        const now = clock.now();
        const leased = await store.leaseNextTask(tx, head, filter, newLease(scope, claim, now), now);
        if (!leased) throw new LeasedByAnother();
        const details = await readTask(tx, scope.actor, leased.id);
        await recordTaskEvent(tx, scope.actor, taskClaimed, details, now);
        return details;
      })
      .catch((error: unknown) => {
        if (!(error instanceof LeasedByAnother)) throw error;
      });
    if (task) return task;
  }
  return undefined;
}

export async function assertMayClaim({ actor }: Scope): Promise<void> {
  if (isReadOnly(actor)) throw forbiddenBecause('Your account is read-only and cannot work on tasks');
}

async function resolveFilter(scope: Scope, { kinds, projectId }: Claim): Promise<ClaimFilter> {
  await assertMayClaim(scope);
  const { actor, db } = scope;
  const keyProjects = keyProjectLimit(actor);
  const missing = invalid({ projectId: ['Project does not exist'] });
  const project = projectId
    ? await getProjectFor(db.reads, actor, projectId, canWriteInProject).catch(whenNotFound(missing))
    : undefined;
  const named = project && [project.id];
  return {
    userId: actor.userId,
    ownerId: actor.agent?.ownerId,
    canManageInstance: canManageInstance(actor),
    kinds: kinds?.length ? [...new Set(kinds)] : undefined,
    projectIds:
      keyProjects && named ? named.filter((id) => keyProjects.includes(id)) : (named ?? keyProjects),
  };
}

function newLease({ actor }: Scope, { workerId, leaseSeconds }: Claim, now: number): Lease {
  const seconds = leaseSeconds ?? leaseSecondsDefault;
  return { workerId, userId: actor.userId, seconds, expiresAt: leaseUntil(now, seconds) };
}
