import type { Tx } from '../../platform/db/index.ts';
import { quoteNames } from '../../platform/error-texts.ts';
import { invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import {
  type ActivityType,
  type AgentTaskRow,
  type ArtifactType,
  parsePullRequestUrl,
  type reportTypes,
} from '../agent-task.ts';
import { canWorkOnTask } from '../agent-task-access.ts';
import { recordActivity, recordArtifact, type TaskActor } from '../agent-task-events.ts';
import type { Activity, Artifact } from '../agent-task-reports-store.ts';
import * as store from '../agent-task-reports-store.ts';
import { linkTaskToPullRequest, type TaskForActor, updateTask } from '../agent-task-store.ts';
import { holdCollidingTasks } from '../collisions/hold-colliding-tasks.ts';
import { getTaskToRead, lockTaskFor } from '../get-task.ts';
import { assertLease, leaseUntil } from './lease.ts';
import { applyReport, type ForWorker, type Report, readForWorker } from './worker-report.ts';

export interface NewArtifact {
  type: ArtifactType;
  title?: string | null | undefined;
  url?: string | null | undefined;
  content?: string | null | undefined;
}

/** Who reports, and when. */
export interface Reporter extends Pick<Scope, 'clock'> {
  actor: NonNullable<TaskActor>;
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
  { files, ...report }: Report & { files?: string[] | null | undefined } = {},
): Promise<Activity & ForWorker> {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task);
    if (files) await touchFiles(tx, task, parsePaths(files), scope.clock.now());
    await applyReport(tx, scope, task, report);
    const activity = await addActivity(tx, scope.actor, scope.clock.now(), task, type, content);
    return { ...activity, ...(await readForWorker(tx, scope, task)) };
  });
}

// More files than this say no more about what a task touches.
const filesMax = 500;

/** Relative paths inside a repository, with `/` between their parts. */
function parsePaths(files: readonly string[]): string[] {
  const wrong = files.filter((path) => !isRelativePath(path));
  if (wrong.length > 0)
    throw invalid({ files: [`Files must be relative paths without ..: ${quoteNames(wrong)}`] });
  return [...new Set(files.map((path) => path.replace(/^(?:\.\/)+/, '')))].filter((path) => path !== '');
}

const isRelativePath = (path: string) =>
  path.trim() !== '' && !/^(?:[/\\~]|[A-Za-z]:)|\p{Cc}/u.test(path) && !path.split(/[/\\]/).includes('..');

/** Holds the tasks that are predicted to touch the same files. Returns how many of the paths are new. */
export async function touchFiles(tx: Tx, task: TaskForActor, paths: string[], now: number): Promise<number> {
  const added: string[] = [];
  for (const path of paths) {
    if (task.touchedFiles + added.length >= filesMax) break;
    if (await store.insertFile(tx, { taskId: task.id, path })) added.push(path);
  }
  if (added.length === 0) return 0;
  await store.addTouchedFiles(tx, { taskId: task.id, change: added.length });
  await holdCollidingTasks(tx, task, added, now);
  return added.length;
}

export async function addArtifact(scope: Scope, id: string, epoch: number, input: NewArtifact) {
  return scope.write(async (tx) => {
    const task = await lockLeasedTask(tx, scope, id, epoch);
    await extendLease(tx, scope, task);
    return storeArtifact(tx, scope, task, input);
  });
}

/** Adds the pull request of a task as an artifact, once, while the actor holds the lease. Returns the locked task. */
export async function recordPullRequest(
  tx: Tx,
  scope: Scope,
  id: string,
  epoch: number,
  { title, url }: { title: string; url: string },
): Promise<TaskForActor> {
  const task = await lockLeasedTask(tx, scope, id, epoch);
  await extendLease(tx, scope, task);
  const known = await store.listArtifacts(tx, { taskId: id });
  if (!known.some((artifact) => artifact.type === 'pull_request' && artifact.url === url))
    await storeArtifact(tx, scope, task, { type: 'pull_request', title, url });
  return task;
}

/** Locks the task of a worker that reports something to another module, and extends its lease like a heartbeat. */
export async function acceptReport(tx: Tx, scope: Scope, id: string, epoch: number): Promise<TaskForActor> {
  const task = await lockLeasedTask(tx, scope, id, epoch);
  await extendLease(tx, scope, task);
  return task;
}

/** Locks the task, if the actor holds its lease. */
export async function lockLeasedTask(tx: Tx, { actor }: Scope, id: string, epoch: number) {
  const task = await lockTaskFor(tx, actor, id, canWorkOnTask);
  assertLease(actor, task, epoch);
  return task;
}

export async function extendLease(
  tx: Tx,
  { clock }: Pick<Scope, 'clock'>,
  task: TaskForActor,
  leaseSeconds?: number,
) {
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
  { clock, actor }: Reporter,
  task: TaskForActor,
  input: NewArtifact,
): Promise<Artifact> {
  const now = clock.now();
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
  if (artifact.type === 'branch') await store.updateBranch(tx, { taskId: task.id, branch: artifact.title });
  await recordArtifact(tx, actor, task, artifact, now);
  const pullRequest = input.type === 'pull_request' && url ? parsePullRequestUrl(url) : undefined;
  if (pullRequest) await linkTaskToPullRequest(tx, task.id, pullRequest, now);
  return artifact;
}
