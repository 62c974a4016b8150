import type { NewCommit, RepositoryName } from '../code-host.ts';
import { branchMoved } from '../host-failure.ts';
import { gitText } from '../local-git/git-command.ts';
import type { RemoteConnection } from '../remote-address.ts';
import { type Copy, openCopy } from './copy.ts';

export interface Robot {
  name: string;
  email: string;
}

/**
 * One commit with the files on top of the parent, and the branch points at it, wherever it pointed before: for hosts
 * whose API can only add to a branch. Refused where the branch is not any more where it was when we looked.
 */
export async function replaceBranch(
  connection: RemoteConnection,
  repo: RepositoryName,
  commit: NewCommit & { replaces: string },
  robot: Robot,
  signal: AbortSignal,
): Promise<string> {
  const copy = await openCopy(connection, repo, commit.parent.length, signal);
  try {
    return await pushCommit(copy, commit, robot, signal);
  } finally {
    await copy.close();
  }
}

async function pushCommit(
  copy: Copy,
  { branch, parent, message, at, files, replaces }: NewCommit & { replaces: string },
  { name, email }: Robot,
  signal: AbortSignal,
): Promise<string> {
  // Its folders are needed to put files into them; its other files and its past are not.
  await copy.bring([parent], '--filter=blob:none', '--depth=1');
  const { repository } = copy;
  const environment = {
    GIT_INDEX_FILE: `${repository.gitDir}/index`,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: at,
  };
  const git = async (args: string[], input = '') =>
    (await gitText({ ...repository, signal, environment, args, input })).trim();

  await git(['read-tree', parent]);
  const entries: string[] = [];
  for (const { path, content } of files)
    entries.push(`100644 ${await git(['hash-object', '-w', '--stdin'], content)}\t${path}\0`);
  await git(['update-index', '-z', '--index-info'], entries.join(''));
  const tree = await git(['write-tree', '--missing-ok']);
  const commit = await git(['commit-tree', tree, '-p', parent, '-F', '-'], message);
  const ref = `refs/heads/${branch}`;
  const said = await copy.push(`${commit}:${ref}`, `--force-with-lease=${ref}:${replaces}`);
  if (said === 'stale') throw branchMoved(branch);
  return commit;
}
