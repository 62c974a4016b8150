import type { CommandLine } from '../command-lines.ts';
import { GitFailed, runGit, type Wrap } from './git.ts';
import type { WorkFolder } from './open-work-folder.ts';
import { hasCommit } from './repository-cache.ts';

const filesShown = 20;

/**
 * Pushes the commits that the agent made and did not push, and says what it left uncommitted. Runs in the bare clone,
 * whose settings the agent cannot change within its sandbox; only what must read the worktree runs within it. Returns
 * whether the branch has commits that are pushed.
 */
export async function handOver(
  { tree, clone, base, state, environment }: WorkFolder,
  wrap: Wrap,
  report: (line: CommandLine) => void,
  until: AbortSignal,
): Promise<boolean> {
  const { branch } = state;
  if (!clone || !branch || !base) return false;
  const say = (type: 'message' | 'error', content: string) => report({ docket: 'activity', type, content });
  try {
    const local = `refs/heads/${branch}`;
    const remote = `refs/remotes/origin/${branch}`;
    const old = (await hasCommit(clone.git, remote)) ? await clone.git('rev-parse', remote) : '';
    const known = old === '' ? base : remote;
    if ((await clone.git('rev-list', '--count', `${known}..${local}`)) !== '0') {
      // The branch belongs to this work alone, so a rebase may replace what was pushed, but nothing that others pushed.
      await clone.git(
        'push',
        '--quiet',
        `--force-with-lease=${branch}:${old}`,
        'origin',
        `${local}:${local}`,
      );
      // Docket itself lists the branches that were pushed through it.
      if (clone.access.password === undefined) report({ docket: 'artifact', type: 'branch', title: branch });
    }
    const status = ['status', '--porcelain=v1', '--untracked-files=normal'];
    const changed = (await runGit(tree, status, environment, { until, wrap })).split('\n').filter(Boolean);
    if (changed.length > 0) {
      const names = changed.slice(0, filesShown).map((line) => line.slice(3));
      const more = changed.length > filesShown ? ` and ${changed.length - filesShown} more` : '';
      say('message', `Not committed in ${tree}: ${names.join(', ')}${more}`);
    }
    return (await clone.git('rev-list', '--count', `${base}..${local}`)) !== '0';
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    say('error', `The branch could not be pushed. ${error.message}`);
    return false;
  }
}
