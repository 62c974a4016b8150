import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../../../../platform/private-folder.ts';
import type { Task } from '../task-client.ts';
import { slugOf } from './branch-name.ts';
import { writeCommitHooks } from './commit-hooks.ts';
import { type FileLock, tryLock } from './file-lock.ts';
import { succeeds } from './git.ts';
import { type GitAccess, gitEnvironment } from './git-access.ts';
import { type Clone, findBase, hasCommit, openClone } from './repository-cache.ts';
import { readState, type WorkState, writeState } from './work-state.ts';

/**
 * Where the runner keeps its folders, for one server:
 *
 *   repositories/PROJECT.git   bare clone, shared by all worktrees of the repository
 *   work/KEY/tree              the worktree of a ticket, or of a task without one; KEY.2 while another task uses it
 *   work/KEY/state.json        what the next runner must know of it
 *   locks/KEY                  who uses it; kept when the folder is removed
 *   hooks                      adds trailers to the commits of agents
 */
export interface WorkPlace {
  /** The address at which this runner reaches Docket; the server may know itself by another one. */
  server: string;
  folder: string;
  /** A local repository for tasks whose project has none. */
  repository?: string | undefined;
  environment: NodeJS.ProcessEnv;
}

export interface WorkFolder {
  folder: string;
  /** The folder in which the agent works. */
  tree: string;
  /** Absent for a task without a repository. */
  clone?: Clone;
  /** What the branch started from. */
  base?: string;
  /** The default branch, whose WORKFLOW.md applies. */
  policyRef?: string;
  /** The task that was worked on here before, if any; the same one after an answer or a retry. */
  previousTaskId?: string;
  /** Whether nobody has worked here yet. */
  isNew: boolean;
  /** For programs that work here: git is signed in and adds trailers. */
  environment: NodeJS.ProcessEnv;
  state: WorkState;
  save(change: Partial<WorkState>): void;
  replace(state: WorkState): void;
  release(): void;
}

const copiesMax = 100;

/** A task that runs the commands of the criteria of a done ticket again. */
export const isRecheck = ({ kind }: Pick<Task, 'kind'>) => kind === 'recheck';

/** Finds or makes the folder of the task, on its branch, and locks it. */
export async function openWorkFolder(task: Task, place: WorkPlace, until: AbortSignal): Promise<WorkFolder> {
  const { folder, copy, held } = reserveFolder(task, place);
  try {
    const tree = path.join(folder, 'tree');
    const old = readState(folder);
    const prefix = task.git?.branch ?? `docket/${task.ticket?.key ?? task.id}/`;
    let state: WorkState = {
      ...(old ?? {}),
      taskId: task.id,
      epoch: task.lease.epoch,
      ...(task.ticketId && { ticketId: task.ticketId }),
      isRunning: true,
    };
    const replace = (next: WorkState) => {
      state = next;
      writeState(folder, state);
    };
    const save = (change: Partial<WorkState>) => replace({ ...state, ...change });
    const work = {
      ...{ folder, tree, save, replace, release: held.release },
      ...(old && { previousTaskId: old.taskId }),
    };
    const access = findAccess(task, place);
    const variables = { ...(task.ticket?.key && { DOCKET_TICKET: task.ticket.key }) };
    if (!access) {
      const isNew = !existsSync(tree);
      makePrivateFolder(tree);
      save({});
      const environment = { ...place.environment, ...variables };
      return {
        ...work,
        isNew,
        environment,
        get state() {
          return state;
        },
      };
    }
    const name = `${task.projectId ?? 'no-project'}${task.git ? '' : '-local'}`;
    const clone = await openClone(
      path.join(place.folder, 'repositories', `${name}.git`),
      path.join(place.folder, 'locks', `${name}.git`),
      access,
      place.environment,
      until,
    );
    const base = await findBase(clone, task.git?.baseRef);
    // A follow-up starts from a branch of the agent, which must not decide what runs outside of its lease.
    const policyRef = await findBase(clone, null);
    const isNew = old?.outcome === 'unprepared' || !(await isWorktree(clone, tree));
    if (isNew && isRecheck(task)) {
      rmSync(tree, { recursive: true, force: true });
      await clone.git('worktree', 'prune');
      // On no branch: nothing is changed, and the branch of the ticket may be checked out elsewhere.
      await clone.git('worktree', 'add', '--quiet', '--detach', tree, policyRef);
      save({ base: policyRef, repository: clone.folder });
    } else if (isNew) {
      const wanted = `${prefix}${slugOf(task.ticket?.title ?? task.title)}${copy > 1 ? `-${copy}` : ''}`;
      const { branch, start } = await findStart(clone, task, prefix, wanted, base);
      rmSync(tree, { recursive: true, force: true });
      await clone.git('worktree', 'prune');
      await clone.git('worktree', 'add', '--quiet', '--no-track', '-B', branch, tree, start);
      save({ branch, base: policyRef, repository: clone.folder });
    } else save({ base: policyRef });
    const hooks = path.join(place.folder, 'hooks');
    writeCommitHooks(hooks);
    const settings = { 'core.hooksPath': hooks, ...(await findAuthor(clone)) };
    const environment = { ...gitEnvironment(place.environment, access, settings), ...variables };
    return {
      ...work,
      clone,
      base,
      policyRef,
      isNew,
      environment,
      get state() {
        return state;
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

/** The folder in which the task was worked on before, else one whose task is done, else a new one. */
function reserveFolder(task: Task, place: WorkPlace): { folder: string; copy: number; held: FileLock } {
  const own = (task.ticket?.key ?? task.id).replace(/[^\w-]/g, '_');
  // The folder of the ticket may have work that is not committed.
  const key = isRecheck(task) ? `${own}-recheck` : own;
  const parent = path.join(place.folder, 'work');
  makePrivateFolder(parent);
  const copies = Array.from({ length: copiesMax }, (_, index) => ({
    copy: index + 1,
    name: index === 0 ? key : `${key}.${index + 1}`,
  }));
  const present = new Set(readdirSync(parent));
  const fits = (name: string, isOwn: boolean) => {
    const state = readState(path.join(parent, name));
    if (isOwn) return state?.taskId === task.id || (state && state.taskId === task.followsId);
    return !state || state.outcome === 'completed' || state.outcome === 'failed';
  };
  for (const isOwn of [true, false])
    for (const { copy, name } of copies) {
      if (isOwn ? !present.has(name) || !fits(name, true) : !fits(name, false)) continue;
      const held = tryLock(path.join(place.folder, 'locks', name));
      if (!held) continue;
      const folder = path.join(parent, name);
      makePrivateFolder(folder);
      return { folder, copy, held };
    }
  throw new Error(`All ${copiesMax} folders for ${key} are in use.`);
}

function findAccess({ id, git }: Task, { server, repository }: WorkPlace): GitAccess | undefined {
  if (git) return { url: `${server}/git/${id}.git`, username: git.username, password: git.password };
  return repository === undefined ? undefined : { url: repository };
}

const isWorktree = async ({ git }: Clone, tree: string) =>
  existsSync(path.join(tree, '.git')) &&
  (await git('worktree', 'list', '--porcelain')).split('\n').includes(`worktree ${tree}`);

/** A follow-up goes on with the branch of the task or pull request, and work that was not pushed is not lost. */
async function findStart(
  { git }: Clone,
  task: Task,
  prefix: string,
  wanted: string,
  base: string,
): Promise<{ branch: string; start: string }> {
  const earlier = [task.branch, task.source.ref]
    .map((ref) => ref?.replace(/^refs\/heads\//, ''))
    .filter((ref): ref is string => Boolean(ref) && !ref?.startsWith('-'));
  for (const ref of earlier) {
    const isOwn = ref.startsWith(prefix);
    const local = `refs/heads/${ref}`;
    const remote = `refs/remotes/origin/${ref}`;
    if (!(await hasCommit(git, remote))) continue;
    const isAhead = isOwn && (await succeeds(git('merge-base', '--is-ancestor', remote, local)));
    return { branch: isOwn ? ref : wanted, start: isAhead ? local : remote };
  }
  for (const start of [`refs/heads/${wanted}`, `refs/remotes/origin/${wanted}`]) {
    if (!(await hasCommit(git, start))) continue;
    const isMerged = await succeeds(git('merge-base', '--is-ancestor', start, base));
    if (!isMerged) return { branch: wanted, start };
  }
  return { branch: wanted, start: base };
}

/** Commits need an author. The one of the person's settings is used, if there is one. */
async function findAuthor({ git }: Clone): Promise<Record<string, string>> {
  if (await succeeds(git('config', 'user.email'))) return {};
  return { 'user.name': 'Docket agent', 'user.email': 'agent@docket.invalid' };
}
