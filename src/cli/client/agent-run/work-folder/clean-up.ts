import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type Client, closedStatuses } from '../../../../../sdk/index.ts';
import type { LineLogger } from '../line-logger.ts';
import type { Sandbox } from '../sandbox.ts';
import { tryLock } from './file-lock.ts';
import { runGit, succeeds } from './git.ts';
import type { WorkPlace } from './open-work-folder.ts';
import { mayRun, type ProcessIdentity } from './process-identity.ts';
import { readState, type WorkState, writeState } from './work-state.ts';
import { readHooks } from './workflow-hooks.ts';

/** Looks after folders that nobody works in. */
export function newCleaner(
  place: WorkPlace,
  client: Client,
  logger: LineLogger,
  sandbox: Sandbox,
  keeps: boolean,
) {
  let tidiedAt = performance.now();
  const remove = async () => {
    tidiedAt = performance.now();
    if (!keeps) await removeFinished(place, client, logger, sandbox);
  };
  return {
    start: async () => {
      await recoverFolders(place, client, logger);
      await remove();
    },
    tidy: async (everyMs: number) => {
      if (performance.now() - tidiedAt >= everyMs) await remove();
    },
  };
}

/**
 * Ends what a killed runner left running and gives its task back at once, so that a worker, probably this one, continues
 * in the same folder. Folders that another runner uses are locked and left alone.
 */
async function recoverFolders(place: WorkPlace, client: Client, logger: LineLogger): Promise<void> {
  await forEachFree(place, async (folder, state) => {
    if (!state?.isRunning) return;
    const { taskId, epoch, child } = state;
    if (child) killGroup(child);
    writeState(folder, { ...state, isRunning: false, outcome: 'released' });
    const isReleased = await client.releaseAgentTask({ params: { id: taskId }, body: { epoch } }).then(
      () => true,
      () => false,
    );
    logger.info(
      { task: taskId, folder, released: isReleased },
      'Found the folder of a runner that was killed',
    );
  });
}

/** Removes the folders of closed tickets, and of tasks without a ticket that are done. */
async function removeFinished(
  place: WorkPlace,
  client: Client,
  logger: LineLogger,
  sandbox: Sandbox,
): Promise<void> {
  await forEachFree(place, async (folder, state) => {
    if (state && !(await isOver(client, state))) return;
    if (state)
      await runBeforeRemove(place, folder, state, sandbox).catch((error: Error) =>
        logger.warn({ task: state.taskId, folder, reason: error.message }, 'The hook before_remove failed'),
      );
    rmSync(folder, { recursive: true, force: true });
    if (state?.repository && existsSync(state.repository))
      await succeeds(runGit(state.repository, ['worktree', 'prune'], place.environment));
    logger.info({ task: state?.taskId, folder }, 'Removed the folder of finished work');
  });
}

async function runBeforeRemove(
  { environment }: WorkPlace,
  folder: string,
  { repository, base, taskId }: WorkState,
  sandbox: Sandbox,
): Promise<void> {
  const tree = path.join(folder, 'tree');
  if (repository === undefined || base === undefined || !existsSync(tree)) return;
  const git = (...args: string[]) => runGit(repository, args, environment);
  const hooks = await readHooks({ folder: repository, access: { url: repository }, git }, base);
  const wrap = sandbox.confine({ writable: [tree] });
  await hooks.run('beforeRemove', tree, { ...environment, DOCKET_TASK_ID: taskId }, wrap);
}

/** A task that cannot be read, perhaps with another key, is not over: its folder stays. */
async function isOver(client: Client, { taskId }: WorkState): Promise<boolean> {
  const found = await client.getAgentTask({ params: { id: taskId } }).catch(() => undefined);
  if (!found) return false;
  const { ticket, state } = found.data;
  if (ticket) return (closedStatuses as readonly string[]).includes(ticket.status);
  return state === 'completed' || state === 'cancelled';
}

async function forEachFree(
  place: WorkPlace,
  handle: (folder: string, state: WorkState | undefined) => Promise<void>,
): Promise<void> {
  const parent = path.join(place.folder, 'work');
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const held = tryLock(path.join(place.folder, 'locks', name));
    if (!held) continue;
    const folder = path.join(parent, name);
    try {
      await handle(folder, readState(folder));
    } finally {
      held.release();
    }
  }
}

/** Only if the process is certainly the one that was started: a number is used again. */
function killGroup(child: ProcessIdentity): void {
  if (child.started === undefined || child.host !== hostname() || !mayRun(child)) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
