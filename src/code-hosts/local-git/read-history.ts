import type { Commit, Revision } from '../code-host.ts';
import { addPaths } from './compare.ts';
import { gitText, type Repository } from './git-command.ts';
import { readCommits } from './read-commits.ts';

const listBytesMax = 8 * 1024 * 1024;

/** The newest commits without merges, newest first. */
export async function readHistory(
  repository: Repository,
  { sha }: Revision,
  commitsMax: number,
  signal: AbortSignal,
): Promise<Commit[]> {
  const args = ['rev-list', '--no-merges', '--topo-order', `--max-count=${commitsMax}`];
  const listed = await gitText(
    { ...repository, signal, args: [...args, '--end-of-options', sha] },
    listBytesMax,
  );
  const commits = await readCommits(repository, listed.split('\n').filter(Boolean), signal);
  await addPaths(repository, commits, signal);
  return commits;
}
