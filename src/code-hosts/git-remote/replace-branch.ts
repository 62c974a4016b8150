import type { NewCommit, RepositoryName } from '../code-host.ts';
import { branchMoved } from '../host-failure.ts';
import { gitText } from '../local-git/git-command.ts';
import type { RemoteConnection } from '../remote-address.ts';
import { openPartialClone, type PartialClone } from './partial-clone.ts';

export interface CommitIdentity {
  name: string;
  email: string;
}

/**
 * Commits the files on top of the parent and force-pushes the branch with a lease, for hosts whose API can only append to a
 * branch. Throws CONFLICT if the branch no longer points at `replaces`.
 */
export async function replaceBranch(
  connection: RemoteConnection,
  repo: RepositoryName,
  commit: NewCommit & { replaces: string },
  identity: CommitIdentity,
  signal: AbortSignal,
): Promise<string> {
  const clone = await openPartialClone(connection, repo, commit.parent.length, signal);
  try {
    return await pushCommit(clone, commit, identity, signal);
  } finally {
    await clone.close();
  }
}

async function pushCommit(
  clone: PartialClone,
  { branch, parent, message, committedAt, files, replaces }: NewCommit & { replaces: string },
  { name, email }: CommitIdentity,
  signal: AbortSignal,
): Promise<string> {
  // Writing the new tree needs the parent's trees, but neither its file contents nor its history.
  await clone.fetchObjects([parent], '--filter=blob:none', '--depth=1');
  const { repository } = clone;
  const environment = {
    GIT_INDEX_FILE: `${repository.gitDir}/index`,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: committedAt,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: committedAt,
  };
  const git = async (args: string[], input = '') =>
    (await gitText({ ...repository, signal, environment, args, input })).trim();

  await git(['read-tree', parent]);
  // The pack of the push has the new contents as differences to those that they replace.
  const replaced = await git([
    'ls-files',
    '--stage',
    '-z',
    '--',
    ...files.map(({ path }) => `:(literal)${path}`),
  ]);
  await clone.fetchObjects(
    replaced.split('\0').flatMap((entry) => entry.split(' ')[1] ?? []),
    '--filter=blob:none',
  );
  const entries: string[] = [];
  for (const { path, content } of files)
    entries.push(`100644 ${await git(['hash-object', '-w', '--stdin'], content)}\t${path}\0`);
  await git(['update-index', '-z', '--index-info'], entries.join(''));
  const tree = await git(['write-tree', '--missing-ok']);
  const commit = await git(['commit-tree', tree, '-p', parent, '-F', '-'], message);
  const ref = `refs/heads/${branch}`;
  const outcome = await clone.push(`${commit}:${ref}`, `--force-with-lease=${ref}:${replaces}`);
  if (outcome === 'stale') throw branchMoved(branch);
  return commit;
}
