import type { Static } from 'typebox';
import { forbiddenBecause, invalid, whenNotFound } from '../../platform/errors.ts';
import { canWriteInProject, getProjectFor } from '../../projects/index.ts';
import { canManageInstance, isReadOnly, keyProjectLimit, type Scope } from '../../users/index.ts';
import { leaseSecondsDefault } from '../agent-task.ts';
import { recordTaskEvent, taskClaimed } from '../agent-task-events.ts';
import type { GitAccess as GitAccessSchema } from '../agent-task-schemas.ts';
import { holdCollidingTasks } from '../collisions/hold-colliding-tasks.ts';
import { readClaimedTask } from '../get-task.ts';
import { deliverMessages } from '../messages/messages.ts';
import { moveClaimedTicket, moveClaimedTicketLater } from '../ticket-moves/move-ticket-with-task.ts';
import type { ClaimFilter, Lease } from './claim-store.ts';
import * as store from './claim-store.ts';
import { expireLeases } from './expire-leases.ts';
import type { TaskForWorker } from './finish-task.ts';
import { leaseUntil } from './lease.ts';

export interface Claim {
  workerId: string;
  kinds?: string[] | null | undefined;
  /** Id or key. */
  projectId?: string | null | undefined;
  leaseSeconds?: number | null | undefined;
}

/** How the worker of a claimed task reaches its repository. */
export type GitAccess = Static<typeof GitAccessSchema>;
/** Null if the task has no repository. The module that serves the repositories is above this one. */
export type IssueGitAccess = (scope: Scope, task: TaskForWorker) => Promise<GitAccess | null>;

// Another worker can lease the task between look-up and lease; then the look-up is repeated.
const claimTriesMax = 100;

class LeasedByAnother extends Error {}

/** Returns the next task for the worker, or undefined if none is ready. */
export async function claimTask(scope: Scope, claim: Claim): Promise<TaskForWorker | undefined> {
  if (scope.repeated) return scope.repeated.value as TaskForWorker;
  const filter = await resolveFilter(scope, claim);
  const { db, clock } = scope;
  if (await store.hasExpiredLease(db.reads, { now: clock.now() })) await expireLeases(db, clock.now());

  for (let tries = 0; tries < claimTriesMax; tries++) {
    // The look-up runs outside the transaction: workers that wait for tasks never occupy the writer.
    const head = await store.findQueueHead(db.reads, filter, clock.now());
    if (!head) return undefined;
    let isMoveLeft = false;
    const task = await scope
      .write(async (tx) => {
        const now = clock.now();
        const leased = await store.leaseNextTask(tx, head, filter, newLease(scope, claim, now), now);
        if (!leased) throw new LeasedByAnother();
        const details = await readClaimedTask(tx, scope.actor, leased.id);
        // The files that an earlier attempt touched hold others again.
        if (details.touchedFiles > 0) await holdCollidingTasks(tx, details, details.touched, now);
        const moved = await moveClaimedTicket(tx, scope, details);
        isMoveLeft = moved === 'busy';
        if (moved && moved !== 'busy') details.ticketStatus = 'in_progress';
        await recordTaskEvent(tx, scope.actor, taskClaimed, details, now);
        return { ...details, messages: await deliverMessages(tx, scope.actor, details, now), stop: null };
      })
      .catch((error: unknown) => {
        if (!(error instanceof LeasedByAnother)) throw error;
      });
    if (task && isMoveLeft && (await moveClaimedTicketLater(scope, task))) task.ticketStatus = 'in_progress';
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
