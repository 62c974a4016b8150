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
import { canWorkOnTask } from './agent-task-access.ts';
import { recordActivity, recordArtifact, type TaskActor } from './agent-task-events.ts';
import type { Activity, Artifact } from './agent-task-reports-store.ts';
import * as store from './agent-task-reports-store.ts';
import { linkTaskToPullRequest, type TaskForActor, updateTask } from './agent-task-store.ts';
import { getTaskToRead, lockTaskFor } from './get-task.ts';
import { assertLease, leaseUntil } from './lease.ts';

export interface NewArtifact {
  type: ArtifactType;
  title?: string | null | undefined;
  url?: string | null | undefined;
  content?: string | null | undefined;
}

export async function listActivities(scope: Scope, id: string, page: Page) {
  const task = await getTaskToRead(scope, id);
  return store.listActivityRows(scope.db.reads, task.id, page);
}

/** Extends the lease like a heartbeat. */
export async function reportActivity(
  scope: Scope,
  id: string,
  epoch: number,
  type: (typeof reportTypes)[number],
  content: string,
): Promise<Activity> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task);
    return addActivity(tx, scope.actor, scope.clock.now(), task, type, content);
  });
}

export async function addArtifact(scope: Scope, id: string, epoch: number, input: NewArtifact) {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task);
    return storeArtifact(tx, scope, task, input);
  });
}

/** Locks the task, if the actor holds its lease. */
export async function lockLeasedTask(tx: Tx, { actor }: Scope, id: string, epoch: number) {
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
  by: NonNullable<TaskActor>,
  now: number,
  task: AgentTaskRow,
  type: ActivityType,
  content: string,
): Promise<Activity> {
  const at = await store.nextActivityAt(tx, task.id, now);
  const activity = { id: newId(at), taskId: task.id, authorId: by.userId, type, content, createdAt: at };
  await store.insertActivity(tx, activity);
  await recordActivity(tx, by, task, activity, at);
  return { ...activity, authorName: by.name };
}

/** Links a pull request to the task, so that failed checks or requested changes queue a follow-up (enqueue-follow-up.ts). */
export async function storeArtifact(
  tx: Tx,
  scope: Scope,
  task: TaskForActor,
  input: NewArtifact,
): Promise<Artifact> {
  const now = scope.clock.now();
  const url = input.url || null;
  const artifact: Artifact = {
    id: newId(now),
    taskId: task.id,
    type: input.type,
    title: input.title || url?.slice(0, 500) || input.type.replace('_', ' '),
    url,
    content: input.content || null,
    createdAt: now,
  };
  await store.insertArtifact(tx, artifact);
  await recordArtifact(tx, scope.actor, task, artifact, now);
  const pullRequest = input.type === 'pull_request' && url ? parsePullRequestUrl(url) : undefined;
  if (pullRequest) await linkTaskToPullRequest(tx, task.id, pullRequest, now);
  return artifact;
}
