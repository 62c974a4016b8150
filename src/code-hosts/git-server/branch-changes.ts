import { forbiddenBecause } from '../../platform/errors.ts';
import { gitText, orIfGitFails, type Repository, runGit } from '../local-git/git-command.ts';
import { printablePath } from '../local-git/printable-path.ts';
import { newRecordSplitter } from '../local-git/split-records.ts';
import type { BranchChange, ChangedPath } from './git-server.ts';
import type { PushCommand } from './push-request.ts';

// More is no work of an agent.
const pathsMax = 100_000;

/** The paths that pushed branches change. `environment` adds the objects of the push to those of the repository. */
export async function listBranchChanges(
  repository: Repository,
  commands: readonly PushCommand[],
  defaultBranch: string,
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<BranchChange[]> {
  const git = async (...args: string[]) =>
    (await gitText({ ...repository, environment, args, signal })).trim();
  const changes: BranchChange[] = [];
  for (const { ref, before, after } of commands) {
    if (after === null) continue;
    const base = await git('merge-base', '--end-of-options', defaultBranch, after).catch(orIfGitFails(''));
    const from = base || (await git('hash-object', '-t', 'tree', '/dev/null'));
    const total = await listChangedPaths(repository, from, after, environment, signal);
    const pushed =
      before === null || before === base
        ? total
        : await listChangedPaths(repository, before, after, environment, signal);
    changes.push({ ref, pushed, total });
  }
  return changes;
}

const links = ['120000', '160000'];

/** Renames are two paths, so that both are known. */
async function listChangedPaths(
  repository: Repository,
  from: string,
  to: string,
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<ChangedPath[]> {
  const paths: ChangedPath[] = [];
  let newMode: string | undefined;
  const splitter = newRecordSplitter((record) => {
    if (newMode === undefined) {
      newMode = record.toString('latin1').split(' ')[1] ?? '';
      return;
    }
    if (paths.length >= pathsMax) throw forbiddenBecause(`the branch changes more than ${pathsMax} files`);
    paths.push({ path: printablePath(record), isLink: links.includes(newMode) });
    newMode = undefined;
  });
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-commit-id',
    '--end-of-options',
    from,
    to,
  ];
  await runGit({ ...repository, environment, args, signal }, splitter.push);
  return paths;
}
