import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { UsageError } from '../../command.ts';
import type { ClientContext } from '../client-context.ts';

interface GitAnswer {
  /** Null if it was ended because it took too long. */
  code: number | null;
  out: string;
  errors: string;
}

export type RunGit = (args: string[], options?: { input?: string; timeoutMs?: number }) => Promise<GitAnswer>;

/**
 * Runs git in a folder of the person, with their settings. Programs that the settings of the repository name for showing
 * files are not run.
 */
export function newGit({ environment }: ClientContext, folder: string): RunGit {
  const { PATH, HOME, XDG_CONFIG_HOME } = environment;
  const env = {
    ...{ PATH, HOME, XDG_CONFIG_HOME },
    GIT_LITERAL_PATHSPECS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // A partial clone would fetch missing objects from its remote.
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
  return async (args, { input = '', timeoutMs } = {}) => {
    const child = spawn('git', ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', ...args], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const ended = once(child, 'close').catch(() => {
      throw new UsageError('docket why needs git. Install it, and see that it is in PATH.');
    });
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    clearTimeout(timer);
    return { code: code as number | null, out, errors };
  };
}
