import type { Clock } from '../../platform/clock.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { type Actor, findActor, findUserById, type Scope } from '../../users/index.ts';
import { canWorkOnTask } from '../agent-task-access.ts';
import { recordPushEvent } from '../agent-task-events.ts';
import * as reports from '../agent-task-reports-store.ts';
import { findTaskFor, lockTaskFor, type TaskForActor } from '../agent-task-store.ts';
import { recordLiveBranch } from '../live-branches/record-live-branch.ts';
import { addActivity, extendLease, type Reporter, storeArtifact, touchFiles } from './report-on-task.ts';

/** The lease that a credential belongs to. */
export interface LeaseRef {
  taskId: string;
  epoch: number;
  userId: string;
  /** `owner/name` */
  repository?: string | undefined;
}

export type LeaseCheck =
  | { task: TaskForActor; actor: Actor }
  | { task: TaskForActor | undefined; ended: string };

export const leaseEnded = 'the lease of this task has ended';

/** Whether the lease still holds and its account may still work on the task; else why not, in the words of a refused push. */
export async function checkLease(queries: Queries, lease: LeaseRef, now: number): Promise<LeaseCheck> {
  const task = await findTaskFor(queries, { id: lease.taskId, userId: lease.userId });
  const ended = { task, ended: leaseEnded };
  if (!task || task.projectStatus === 'deleted') return { ...ended, task: undefined };
  if (task.state === 'cancelled' && task.cancelledBy !== null) {
    const person = await findUserById(queries, { id: task.cancelledBy });
    return { task, ended: `the task was cancelled by ${person?.name ?? 'somebody'}` };
  }
  if (!isHeld(task, lease) || (task.leaseExpiresAt ?? 0) <= now) return ended;
  const actor = await findActor(queries, lease.userId, { kind: 'session', id: `lease ${task.id}` });
  return actor && canWorkOnTask(actor, task) ? { task, actor } : ended;
}

const isHeld = (task: TaskForActor, { epoch, userId }: LeaseRef) =>
  task.state === 'in_progress' && task.leaseEpoch === epoch && task.leaseUserId === userId;

/** A change of a branch that the repository has taken. */
export interface AcceptedPush {
  branch: string;
  before: string | null;
  after: string;
  files: string[];
}

const eventFilesMax = 500;
// As the column allows.
const pathLengthMax = 400;

/**
 * Records pushes that the repository has taken: events, the branch as an artifact, the touched files. They count as a
 * report, so they extend the lease; one that ended in the meantime stays ended.
 */
export async function recordPushes(
  tx: Tx,
  clock: Clock,
  lease: LeaseRef,
  pushes: readonly AcceptedPush[],
): Promise<void> {
  const task = await lockTaskFor(tx, lease.taskId, lease.userId);
  const account = await findUserById(tx, { id: lease.userId });
  if (!task || !account) return;
  if (isHeld(task, lease)) await extendLease(tx, { clock }, task);
  const by = { clock, actor: { userId: account.id, name: account.name } };
  for (const push of pushes) {
    await recordPush(tx, by, task, lease.epoch, push);
    await recordLiveBranch(tx, clock.now(), task, lease.repository, push);
  }
}

async function recordPush(
  tx: Tx,
  { clock, actor }: Reporter,
  task: TaskForActor,
  epoch: number,
  { files, ...push }: AcceptedPush,
): Promise<void> {
  const now = clock.now();
  const artifacts = await reports.listArtifacts(tx, { taskId: task.id });
  if (!artifacts.some(({ type, title }) => type === 'branch' && title === push.branch))
    await storeArtifact(tx, { clock, actor }, task, { type: 'branch', title: push.branch });
  else await reports.updateBranch(tx, { taskId: task.id, branch: push.branch });
  const named = files.filter((path) => path.length <= pathLengthMax);
  task.touchedFiles += await touchFiles(tx, task, named, now);
  await recordPushEvent(tx, actor, task, { ...push, files: files.slice(0, eventFilesMax), epoch }, now);
}

/**
 * Shows people a push that was refused, as an error on its task, also after the lease has ended. A worker that tries the
 * same again and again adds one only.
 */
export async function recordRefusedPush(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  lease: LeaseRef,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const task = await lockTaskFor(tx, lease.taskId, lease.userId);
    const account = await findUserById(tx, { id: lease.userId });
    if (!task || !account) return;
    const content = `Docket refused the push: ${reason}`.slice(0, refusalLengthMax);
    const [newest] = await reports.listLatestActivities(tx, task.id, 1);
    if (newest?.type === 'error' && newest.content === content) return;
    await addActivity(tx, { userId: account.id, name: account.name }, clock.now(), task, 'error', content);
  });
}

const refusalLengthMax = 1_000;
