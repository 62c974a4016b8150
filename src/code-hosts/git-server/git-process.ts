import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { gitEnvironment, gitSettings } from '../local-git/git-command.ts';

export interface GitProcessCall {
  searchPath: string;
  gitDir: string;
  settings: string[];
  args: string[];
  environment?: Record<string, string>;
  signal: AbortSignal;
}

export interface GitProcess {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** Descriptor 3, which hooks inherit. */
  channel: Duplex;
  /** Resolves with the exit code; null if a signal ended it. */
  ended: Promise<number | null>;
}

const memoryKilobytesMax = 4 * 1024 * 1024;
const processorSecondsMax = 600;
const killAfterMs = 2_000;

// The shell sets the limits, which the processes that git starts inherit: a pack can claim to contain objects of any size.
// A system that does not know a limit runs git without it.
const limits = `ulimit -v ${memoryKilobytesMax} 2>/dev/null; ulimit -t ${processorSecondsMax} 2>/dev/null; exec git "$@"`;

/** Starts git in a process group of its own, so that the processes which git starts end with it. */
export function startGit(call: GitProcessCall): GitProcess {
  const { searchPath, gitDir, settings, args, environment, signal } = call;
  signal.throwIfAborted();
  const configArgs = [...gitSettings, `safe.directory=${gitDir}`, ...settings].flatMap((one) => ['-c', one]);
  const child = spawn('/bin/sh', ['-c', limits, 'git', ...configArgs, ...args], {
    cwd: '/',
    env: { ...gitEnvironment, ...environment, PATH: searchPath },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  ended.catch(() => {});
  const stop = () => endGroup(child);
  signal.addEventListener('abort', stop, { once: true });
  ended.finally(() => signal.removeEventListener('abort', stop)).catch(() => {});
  for (const stream of [child.stdin, child.stdio[3]]) stream?.on('error', () => {});
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    channel: child.stdio[3] as Duplex,
    ended,
  } as GitProcess;
}

/** First by SIGTERM, at which git removes its temporary files. */
function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const kill = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch {
      // The group has ended already.
    }
  };
  kill('SIGTERM');
  const timer = setTimeout(() => kill('SIGKILL'), killAfterMs);
  child.once('close', () => clearTimeout(timer));
}
