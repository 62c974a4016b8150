import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readLines } from '../command-lines.ts';
import { terminate } from '../process-group.ts';
import type { Wrap } from '../work-folder/git.ts';

/** `undecided`: it took too long, or says with exit code 125 that it cannot test this commit, as in `git bisect run`. */
export type CheckResult =
  | { outcome: 'passed' }
  | { outcome: 'failed'; exitCode: number; lines: string[] }
  | { outcome: 'undecided'; reason: string };

interface Settings {
  tree: string;
  environment: NodeJS.ProcessEnv;
  wrap: Wrap;
  timeoutMs: number;
  /** Ends the command. */
  until: AbortSignal;
  onStart: (pid: number) => void;
}

const linesMax = 20;
const skipExitCode = 125;

/** Runs the command of a criterion in the worktree. Its processes end with it. */
export async function runCheck(command: string, settings: Settings): Promise<CheckResult> {
  const { tree, environment, wrap, timeoutMs, until, onStart } = settings;
  const child = spawn(...wrap('/bin/sh', ['-c', command]), {
    cwd: tree,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) onStart(child.pid);
  const lines: string[] = [];
  const keep = async (stream: typeof child.stdout) => {
    for await (const line of readLines(stream)) {
      lines.push(line.slice(0, 1_000));
      if (lines.length > linesMax) lines.shift();
    }
  };
  let isLate = false;
  const end = () => terminate(child);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, timeoutMs);
  until.addEventListener('abort', end, { once: true });
  try {
    const [[code]] = await Promise.all([once(child, 'close'), keep(child.stdout), keep(child.stderr)]);
    until.throwIfAborted();
    if (isLate)
      return { outcome: 'undecided', reason: `it took longer than ${Math.round(timeoutMs / 1_000)} s` };
    if (code === 0) return { outcome: 'passed' };
    if (code === skipExitCode) return { outcome: 'undecided', reason: 'it ended with exit code 125' };
    if (code === null) return { outcome: 'undecided', reason: 'a signal ended it' };
    return { outcome: 'failed', exitCode: code as number, lines };
  } finally {
    clearTimeout(timer);
    until.removeEventListener('abort', end);
  }
}
