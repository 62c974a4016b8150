import { existsSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../../../../platform/private-folder.ts';
import { lock } from './file-lock.ts';
import { runGit, succeeds } from './git.ts';
import { type GitAccess, gitEnvironment } from './git-access.ts';

/** A bare clone that the worktrees of all tasks of a repository share. */
export interface Clone {
  folder: string;
  access: GitAccess;
  git: (...args: string[]) => Promise<string>;
}

/** Creates the bare clone, or brings it up to date. `locks` is the folder of its lock. */
export async function openClone(
  folder: string,
  locks: string,
  access: GitAccess,
  environment: NodeJS.ProcessEnv,
  until: AbortSignal,
): Promise<Clone> {
  const withAccess = gitEnvironment(environment, access);
  const git = (...args: string[]) => runGit(folder, args, withAccess, { until });
  makePrivateFolder(folder);
  const held = await lock(locks, until);
  try {
    if (!existsSync(path.join(folder, 'HEAD'))) await git('init', '--quiet', '--bare');
    await git('fetch', '--quiet', '--prune', '--no-tags', 'origin');
  } finally {
    held.release();
  }
  return { folder, access, git };
}

/** The commit-ish that new work starts from: the named branch or commit, else the branch of the remote's HEAD. */
export async function findBase({ git }: Clone, baseRef: string | null | undefined): Promise<string> {
  const named = baseRef?.replace(/^refs\/heads\//, '') ?? (await readHead(git));
  if (named === undefined) throw new Error('The repository has no commit to start from.');
  for (const ref of [`refs/remotes/origin/${named}`, named]) if (await hasCommit(git, ref)) return ref;
  throw new Error(`The repository has no branch or commit ${named} to start from.`);
}

export const hasCommit = (git: Clone['git'], ref: string) =>
  succeeds(git('rev-parse', '--quiet', '--verify', '--end-of-options', `${ref}^{commit}`));

async function readHead(git: Clone['git']): Promise<string | undefined> {
  const answer = await git('ls-remote', '--symref', 'origin', 'HEAD');
  return /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(answer)?.[1];
}
