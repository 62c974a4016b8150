import { forbiddenBecause, invalid, whenNotFound } from '../platform/errors.ts';
import { canWriteInProject, getProjectFor } from '../projects/index.ts';
import { isReadOnly, keyProjectsOf, type Scope, servesInstance } from '../users/index.ts';
import { leaseSecondsDefault } from './agent-task.ts';
import { recordTaskEvent, taskClaimed } from './agent-task-events.ts';
import { type ClaimFilter, findQueueHead, hasExpiredLease, type Lease, takeTask } from './claim-store.ts';
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

/** Others may take what was seen, so it is looked for again; so many times in a row nobody is unlucky. */
const looksMax = 100;

class TakenBySomebodyElse extends Error {}

/** The next task for the worker, or undefined where none is ready. */
export async function claimTask(scope: Scope, claim: Claim): Promise<TaskDetails | undefined> {
  const filter = await filterOf(scope, claim);
  const { db, clock } = scope;
  if (await hasExpiredLease(db.reads, clock.now())) await expireLeases(db, clock.now());

  for (let looks = 0; looks < looksMax; looks++) {
    // Looking takes no transaction: workers that wait for work cost the writer nothing.
    const head = await findQueueHead(db.reads, filter, clock.now());
    if (!head) return undefined;
    const task = await scope
      .write(async (tx) => {
        const now = clock.now();
        const taken = await takeTask(tx, head, filter, leaseOf(scope, claim, now), now);
        if (!taken) throw new TakenBySomebodyElse();
        const details = await readTask(tx, scope.actor, taken.id);
        await recordTaskEvent(tx, scope.actor, taskClaimed, details, now);
        return details;
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBySomebodyElse)) throw error;
      });
    if (task) return task;
  }
  return undefined;
}

export async function assertMayClaim({ actor }: Scope): Promise<void> {
  if (isReadOnly(actor)) throw forbiddenBecause('Your account may read only, so it cannot work on tasks');
}

async function filterOf(scope: Scope, { kinds, projectId }: Claim): Promise<ClaimFilter> {
  await assertMayClaim(scope);
  const { actor, db } = scope;
  const reach = keyProjectsOf(actor);
  const missing = invalid({ projectId: ['Project does not exist'] });
  const project = projectId
    ? await getProjectFor(db.reads, actor, projectId, canWriteInProject).catch(whenNotFound(missing))
    : undefined;
  const named = project && [project.id];
  return {
    userId: actor.userId,
    servesInstance: servesInstance(actor),
    kinds: kinds?.length ? [...new Set(kinds)] : undefined,
    projectIds: reach && named ? named.filter((id) => reach.includes(id)) : (named ?? reach),
  };
}

function leaseOf({ actor }: Scope, { workerId, leaseSeconds }: Claim, now: number): Lease {
  const seconds = leaseSeconds ?? leaseSecondsDefault;
  return { workerId, userId: actor.userId, seconds, expiresAt: leaseUntil(now, seconds) };
}
