import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import {
  type ActivityType,
  type AgentTaskRow,
  type ArtifactType,
  parsePullRequestUrl,
  type reportTypes,
} from './agent-task.ts';
import { canReadTask, canWorkOnTask } from './agent-task-access.ts';
import { type By, recordActivity, recordArtifact } from './agent-task-events.ts';
import {
  type Activity,
  type Artifact,
  countActivities,
  insertActivity,
  insertArtifact,
  listActivityRows,
  nextActivityAt,
} from './agent-task-reports-store.ts';
import { linkTaskToPullRequest, type TaskForActor, updateTask } from './agent-task-store.ts';
import { getTaskFor, lockTaskFor } from './get-task.ts';
import { assertLease, leaseUntil } from './lease.ts';

export interface NewArtifact {
  type: ArtifactType;
  title?: string | null | undefined;
  url?: string | null | undefined;
  content?: string | null | undefined;
}

export async function listActivities(scope: Scope, id: string, page: Page) {
  const task = await getTaskFor(scope.db.reads, scope.actor, id, canReadTask);
  const rows = await listActivityRows(scope.db.reads, task.id, page.limit, page.offset);
  return { rows, total: await countActivities(scope.db.reads, task.id) };
}

/** Whoever tells something lives: it extends the lease like a heartbeat. */
export async function reportActivity(
  scope: Scope,
  id: string,
  epoch: number,
  type: (typeof reportTypes)[number],
  content: string,
): Promise<Activity> {
  return scope.write(async (tx) => {
    const task = await lockHeldTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task);
    return addActivity(tx, scope.actor, scope.clock.now(), task, type, content);
  });
}

export async function addArtifact(scope: Scope, id: string, epoch: number, given: NewArtifact) {
  return scope.write(async (tx) => {
    const task = await lockHeldTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task);
    return handIn(tx, scope, task, given);
  });
}

/** The task, if the actor holds it. */
export async function lockHeldTask(tx: Tx, { actor }: Scope, id: string, epoch: number) {
  const task = await lockTaskFor(tx, actor, id, canWorkOnTask);
  assertLease(actor, task, epoch);
  return task;
}

export async function extendLease(tx: Tx, { clock }: Scope, task: TaskForActor, leaseSeconds?: number) {
  const now = clock.now();
  const seconds = leaseSeconds ?? task.leaseSeconds;
  const leaseExpiresAt = Math.max(leaseUntil(now, seconds), leaseSeconds ? 0 : (task.leaseExpiresAt ?? 0));
  await updateTask(tx, { ...task, leaseSeconds: seconds, leaseExpiresAt, updatedAt: now });
}

export async function addActivity(
  tx: Tx,
  by: NonNullable<By>,
  now: number,
  task: AgentTaskRow,
  type: ActivityType,
  content: string,
): Promise<Activity> {
  const at = await nextActivityAt(tx, task.id, now);
  const activity = { id: newId(at), taskId: task.id, authorId: by.userId, type, content, createdAt: at };
  await insertActivity(tx, activity);
  await recordActivity(tx, by, task, activity, at);
  return { ...activity, authorName: by.name };
}

/** A pull request is remembered as the task's: what happens to it may wake a follow-up. */
export async function handIn(
  tx: Tx,
  scope: Scope,
  task: TaskForActor,
  given: NewArtifact,
): Promise<Artifact> {
  const now = scope.clock.now();
  const url = given.url || null;
  const artifact: Artifact = {
    id: newId(now),
    taskId: task.id,
    type: given.type,
    title: given.title || url?.slice(0, 500) || given.type.replace('_', ' '),
    url,
    content: given.content || null,
    createdAt: now,
  };
  await insertArtifact(tx, artifact);
  await recordArtifact(tx, scope.actor, task, artifact, now);
  const pullRequest = given.type === 'pull_request' && url ? parsePullRequestUrl(url) : undefined;
  if (pullRequest) await linkTaskToPullRequest(tx, task.id, pullRequest, now);
  return artifact;
}
