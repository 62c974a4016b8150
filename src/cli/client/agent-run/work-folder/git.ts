import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { UsageError } from '../../../command.ts';

export class GitFailed extends Error {}

/** Settings under which git runs none of the programs that a repository or an agent may have named. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.autoDetach=false',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

/** How to start a program: on its own, or within the sandbox. */
export type Wrap = (program: string, args: string[]) => [program: string, args: string[]];
export const unwrapped: Wrap = (program, args) => [program, args];

/** Runs git. Secrets are in its environment, never in its arguments. Throws `GitFailed` with what git said. */
export async function runGit(
  folder: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
  { until, wrap = unwrapped }: { until?: AbortSignal; wrap?: Wrap } = {},
): Promise<string> {
  const child = spawn(...wrap('git', [...settings, ...args]), {
    cwd: folder,
    env: { ...environment, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(until && { signal: until }),
  });
  const ended = once(child, 'close').catch((error: Error) => {
    if (until?.aborted) throw error;
    throw new UsageError(
      'A worktree for each task needs git 2.30 or newer. Install it, or use --exec alone.',
    );
  });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new GitFailed(`git ${args[0]} failed: ${errors.trim().slice(-4_000)}`);
  return out.trimEnd();
}

export const succeeds = (done: Promise<unknown>): Promise<boolean> =>
  done.then(
    () => true,
    (error: unknown) => {
      if (error instanceof GitFailed) return false;
      throw error;
    },
  );
