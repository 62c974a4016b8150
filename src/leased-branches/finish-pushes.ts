import { recordPushes } from '../agent-tasks/index.ts';
import {
  type CodeHost,
  openCodeHost,
  parseRepositoryName,
  type RepositoryName,
} from '../code-hosts/index.ts';
import { findHostForProject } from '../docs-generation/index.ts';
import { startBackgroundLoop } from '../platform/background-loop.ts';
import { dayMs, minuteMs, secondMs } from '../platform/clock.ts';
import { Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { LeasedBranchesContext } from './leased-branches-context.ts';
import { listPushedFiles } from './pushed-files.ts';
import { findTaskKey, type TaskKeyRow } from './task-key-store.ts';
import type { UnfinishedPush } from './unfinished-push-store.ts';
import * as store from './unfinished-push-store.ts';

/*
 * A repository is not part of a transaction: a process can end after it changed a ref and before it recorded the push. So a
 * row says what is about to change, and the row is deleted in the transaction that records the push. A row that is left
 * is compared with the ref: when the remote of the task is used again, when the task is claimed again, and by a loop.
 * Whoever deletes the row records the push, so it is recorded once.
 */

interface PushContext extends Omit<LeasedBranchesContext, 'logger'> {
  logger: Pick<Logger, 'warn'>;
}

const loopEveryMs = 30 * secondMs;
const pushesPerStep = 50;
const hostTimeoutMs = 10 * secondMs;
// Longer than applying a push may take: a ref that has not changed by then does not change any more.
const undecidedMs = 10 * minuteMs;
const unreachableMs = dayMs;

/** Stores what the refs are about to become. */
export async function beginPushes(
  { db, clock }: Pick<PushContext, 'db' | 'clock'>,
  { taskId, epoch }: TaskKeyRow,
  projectId: string,
  changes: readonly Pick<UnfinishedPush, 'branch' | 'before' | 'after'>[],
): Promise<UnfinishedPush[]> {
  const now = clock.now();
  const pushes = changes.map(({ branch, before, after }) => ({
    branch,
    before,
    after,
    id: newId(now),
    taskId,
    epoch,
    projectId,
    createdAt: now,
  }));
  await db.transaction(async (tx) => {
    for (const push of pushes) await store.insertUnfinishedPush(tx, push);
  });
  return pushes;
}

/** Records a push that the repository has taken, unless another process has. Returns whether this one has. */
export const finishPush = (
  { db, clock }: Pick<PushContext, 'db' | 'clock'>,
  lease: TaskKeyRow,
  { id, branch, before, after }: UnfinishedPush,
  files: string[],
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await store.deleteUnfinishedPush(tx, { id }))) return false;
    await recordPushes(tx, clock, lease, [{ branch, before, after, files }]);
    return true;
  });

/** Forgets a push that the repository has not taken. */
export const dropPush = ({ db }: Pick<PushContext, 'db'>, { id }: UnfinishedPush) =>
  db.transaction((tx) => store.deleteUnfinishedPush(tx, { id }));

/** Records what the task has pushed and no process has recorded. Returns the branches. What fails is left to the loop. */
export async function finishPushesOfTask(context: PushContext, taskId: string): Promise<string[]> {
  const branches: string[] = [];
  for (const push of await store.listUnfinishedPushesOfTask(context.db.reads, { taskId }))
    if (await compareWithRepository(context, push)) branches.push(push.branch);
  return branches;
}

/** One step of the loop. */
export async function finishOldPushes(context: PushContext, signal?: AbortSignal): Promise<void> {
  const before = context.clock.now() - loopEveryMs;
  const pushes = await store.listOldUnfinishedPushes(context.db.reads, { before, limit: pushesPerStep });
  for (const push of pushes) {
    if (signal?.aborted) return;
    await compareWithRepository(context, push);
  }
}

/** Records the pushes of processes that ended before they could. Any number of processes may do so. */
export const startUnfinishedPushLoop = (context: PushContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'unfinished pushes',
    logger: context.logger,
    intervalMs: loopEveryMs,
    step: (signal) => finishOldPushes(context, signal),
  });

/** Returns whether the push was recorded. */
async function compareWithRepository(context: PushContext, push: UnfinishedPush): Promise<boolean> {
  const ageMs = context.clock.now() - push.createdAt;
  try {
    const lease = await findTaskKey(context.db.reads, push);
    const opened = lease && (await openHost(context, lease, push.projectId));
    if (!opened) {
      await dropPush(context, push);
      return false;
    }
    const { host, repo } = opened;
    try {
      const now = await findHead(host, repo, push.branch);
      if (now === push.after)
        return await finishPush(context, lease, push, await listPushedFiles(host, repo, push));
    } finally {
      await host.close();
    }
    if (ageMs > undecidedMs) await dropPush(context, push);
  } catch (error) {
    context.logger.warn({ err: error, taskId: push.taskId }, 'Cannot compare a push with its repository');
    if (ageMs > unreachableMs) await dropPush(context, push);
  }
  return false;
}

/** Undefined if the project no longer links the repository. */
async function openHost(
  { db, docs }: PushContext,
  { repository, userId }: TaskKeyRow,
  projectId: string,
): Promise<{ host: CodeHost; repo: RepositoryName } | undefined> {
  const repo = parseRepositoryName(repository) as RepositoryName;
  const signal = AbortSignal.timeout(hostTimeoutMs);
  const found = await findHostForProject({ db, actor: { userId } }, docs, repo, projectId, signal);
  return found && { host: await openCodeHost(found.host, docs.outbound), repo: found.repo };
}

const findHead = (host: CodeHost, repo: RepositoryName, branch: string): Promise<string | undefined> =>
  host.resolve(repo, branch, AbortSignal.timeout(hostTimeoutMs)).then(
    ({ sha }) => sha,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return undefined;
      throw error;
    },
  );
