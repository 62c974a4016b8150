import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseLine, readLines } from './command-lines.ts';
import type { LineLogger } from './line-logger.ts';
import { terminate } from './process-group.ts';
import type { ForWorker, Task } from './task-client.ts';
import { type Ending, type Report, taskEnvironment, type Work } from './work.ts';
import type { Wrap } from './work-folder/git.ts';

export interface CommandSettings {
  command: string;
  logger: LineLogger;
  /** Whether the standard input of the command stays open for messages and a request to stop. */
  passesMessages: boolean;
  /** How long the command has to end after a request to stop, if it can hear it. */
  stopGraceMs: number;
}

/** Where a command or an agent runs. */
export interface Surroundings {
  /** The current folder if absent. */
  folder?: string;
  environment: NodeJS.ProcessEnv;
  wrap: Wrap;
}

// Exit codes of the command, as in sysexits(3). Every other code than 0 is a failure that may be retried.
const releaseExitCode = 75;
const permanentFailureExitCode = 65;
const releaseDelaySeconds = 60;
const errorLinesMax = 20;

/** Runs the shell command for one task. Its output lines are reports and its exit code is the outcome. */
export function startCommand(
  task: Task,
  report: Report,
  settings: CommandSettings,
  surroundings: Surroundings,
): Work & { pid: number | undefined } {
  const child = start(task, settings, surroundings);
  const link = newCommandLink(child, settings, task);
  const errors: string[] = [];
  const outputEnds = [
    forwardLines(child.stdout, report, 'message'),
    forwardLines(
      child.stderr,
      (line) => {
        if (line.docket === 'activity') errors.push(line.content);
        if (errors.length > errorLinesMax) errors.shift();
        report(line);
      },
      'error',
    ),
  ];
  const end = async (): Promise<Ending> => {
    const exit = await waitForExit(child);
    await Promise.all(outputEnds);
    child.stdin?.end();
    if (exit.code === 0) return { outcome: 'completed' };
    if (exit.code === releaseExitCode) return { outcome: 'released', delaySeconds: releaseDelaySeconds };
    const retryable = exit.code !== permanentFailureExitCode;
    return { outcome: 'failed', error: describeExit(exit, errors), retryable };
  };
  return {
    receive: link.receive,
    takeRead: link.takeRead,
    terminate: () => terminate(child),
    ended: end(),
    pid: child.pid,
  };
}

function start(
  task: Task,
  { command, passesMessages }: CommandSettings,
  { folder, environment, wrap }: Surroundings,
): ChildProcess {
  const [program, args] = wrap('/bin/sh', ['-c', command]);
  const isWrapped = program !== '/bin/sh';
  const child = spawn(isWrapped ? program : command, isWrapped ? args : [], {
    shell: !isWrapped,
    // Its own process group, so that `terminate` also reaches the processes that the command starts.
    detached: true,
    stdio: 'pipe',
    env: { ...environment, ...taskEnvironment(task) },
    ...(folder !== undefined && { cwd: folder }),
  });
  // A command that does not read its input causes EPIPE.
  child.stdin?.on('error', () => {});
  const line = `${JSON.stringify(folder === undefined ? task : withoutPassword(task))}\n`;
  // A command that reads to the end of its input (`task=$(cat)`) would wait for ever if it stayed open.
  if (passesMessages) child.stdin?.write(line);
  else child.stdin?.end(line);
  return child;
}

/** In a worktree git is signed in already; the command has no need of the password. */
const withoutPassword = ({ git, ...task }: Task) => {
  if (!git) return task;
  const { password: _, ...rest } = git;
  return { ...task, git: rest };
};

async function forwardLines(
  stream: ChildProcess['stdout'],
  forward: Report,
  defaultType: 'message' | 'error',
): Promise<void> {
  if (!stream) return;
  for await (const text of readLines(stream)) {
    const line = parseLine(text, defaultType);
    if (line) forward(line);
  }
}

/** Passes messages and the request to stop to the command, as JSON lines on its standard input. */
function newCommandLink(
  child: ChildProcess,
  { passesMessages, stopGraceMs, logger }: CommandSettings,
  task: Task,
) {
  const passed = new Set<string>();
  let read: string[] = [];
  let isStopped = false;

  const write = (line: object, onWritten: () => void) => {
    if (!passesMessages || !child.stdin?.writable) return;
    child.stdin.write(`${JSON.stringify(line)}\n`, (error) => {
      if (!error) onWritten();
    });
  };
  return {
    receive: ({ messages, stop }: ForWorker) => {
      for (const { id, from, text } of messages) {
        if (passed.has(id)) continue;
        passed.add(id);
        write({ docket: 'message', id, from: from.name, text }, () => read.push(id));
      }
      if (stop === null || isStopped) return;
      isStopped = true;
      logger.info({ task: task.id, reason: stop }, 'Asked to stop; ending the command');
      write({ docket: 'stop', reason: stop }, () => {});
      setTimeout(() => terminate(child), passesMessages ? stopGraceMs : 0).unref();
    },
    /** The messages that were written to the command since the last call. */
    takeRead: () => {
      const ids = read;
      read = [];
      return ids;
    },
  };
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The shell itself could not be started. */
  error?: Error;
}

async function waitForExit(child: ChildProcess): Promise<Exit> {
  return once(child, 'close').then(
    ([code, signal]) => ({ code, signal }),
    (error: Error) => ({ code: null, signal: null, error }),
  );
}

function describeExit({ code, signal, error }: Exit, errors: string[]): string {
  const summary = error
    ? `The command could not be started: ${error.message}`
    : code === null
      ? `The command was ended by ${signal}`
      : `The command ended with exit code ${code}`;
  return [summary, ...errors].join('\n').slice(0, 16_000);
}
