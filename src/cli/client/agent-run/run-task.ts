import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { minuteMs, secondMs } from '../../../platform/clock.ts';
import { stopSignal } from '../stop-signal.ts';
import { type CommandLine, parseLine, readLines } from './command-lines.ts';
import type { LineLogger } from './line-logger.ts';
import { newReporter } from './report-lines.ts';
import type { Task, TaskClient } from './task-client.ts';

export interface RunSettings {
  command: string;
  /** Environment of the command; the DOCKET_TASK_… variables are added to it. */
  environment: NodeJS.ProcessEnv;
  logger: LineLogger;
  leaseSeconds: number;
  /** Terminates the command and releases the task. */
  stopNow: AbortSignal;
}

export type Outcome = 'completed' | 'failed' | 'released' | 'asked' | 'lost';

// Exit codes of the command, as in sysexits(3). Every other code than 0 is a failure that may be retried.
const releaseExitCode = 75;
const permanentFailureExitCode = 65;
const releaseDelaySeconds = 60;
const killAfterMs = 10 * secondMs;
const finishTimeoutMs = 10 * minuteMs;
const errorLinesMax = 20;

/** Runs the command for one task, reports its output, and finishes the task by its exit code. */
export async function runTask(client: TaskClient, task: Task, settings: RunSettings): Promise<Outcome> {
  const child = start(task, settings);
  const lost = new AbortController();
  const lose = (error: unknown) => {
    settings.logger.warn(
      { task: task.id, reason: (error as Error).message },
      'Lost the task; stopping its command',
    );
    lost.abort();
  };
  const stop = stopSignal([settings.stopNow, lost.signal]);
  stop.addEventListener('abort', () => terminate(child), { once: true });
  if (stop.aborted) terminate(child);

  const reporter = newReporter(client, task, stop, lose);
  const errors: string[] = [];
  const outputEnds = [
    forwardLines(child.stdout, (line) => reporter.add(line), 'message'),
    forwardLines(
      child.stderr,
      (line) => {
        if (line.docket === 'activity') errors.push(line.content);
        if (errors.length > errorLinesMax) errors.shift();
        reporter.add(line);
      },
      'error',
    ),
  ];
  const heartbeat = startHeartbeat(client, task, settings.leaseSeconds, stop, lose);
  const exit = await waitForExit(child);
  await Promise.all(outputEnds);
  clearInterval(heartbeat);
  await reporter.finish();
  if (lost.signal.aborted) return 'lost';
  return finish(client, task, settings, exit, reporter.conclusion, errors).catch((error: unknown) => {
    lose(error);
    return 'lost';
  });
}

function start(task: Task, { command, environment }: RunSettings): ChildProcess {
  const child = spawn(command, {
    shell: true,
    // Its own process group, so that `terminate` also reaches the processes that the command starts.
    detached: true,
    stdio: 'pipe',
    env: {
      ...environment,
      DOCKET_TASK_ID: task.id,
      DOCKET_TASK_EPOCH: String(task.lease.epoch),
      DOCKET_TASK_KIND: task.kind,
      DOCKET_WORKER_ID: task.lease.workerId,
    },
  });
  // A command that does not read its input causes EPIPE.
  child.stdin?.on('error', () => {});
  child.stdin?.end(`${JSON.stringify(task)}\n`);
  return child;
}

async function forwardLines(
  stream: ChildProcess['stdout'],
  forward: (line: CommandLine) => void,
  defaultType: 'message' | 'error',
): Promise<void> {
  if (!stream) return;
  for await (const text of readLines(stream)) {
    const line = parseLine(text, defaultType);
    if (line) forward(line);
  }
}

/** Sends three heartbeats per lease, so that a lost one does not cost the task. */
function startHeartbeat(
  client: TaskClient,
  { id, lease: { epoch } }: Task,
  leaseSeconds: number,
  until: AbortSignal,
  lose: (error: unknown) => void,
) {
  let isBeating = false;
  const beat = async () => {
    if (isBeating || until.aborted) return;
    isBeating = true;
    await client
      .report((api, signal) => api.heartbeatAgentTask({ params: { id }, body: { epoch }, signal }), until)
      .catch((error: unknown) => {
        // Once the worker stops, `finish` releases the task.
        if (!until.aborted) lose(error);
      });
    isBeating = false;
  };
  return setInterval(() => void beat(), (leaseSeconds * secondMs) / 3);
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

function terminate(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs).unref();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group has just ended.
  }
}

async function finish(
  client: TaskClient,
  { id, lease: { epoch } }: Task,
  { stopNow }: RunSettings,
  exit: Exit,
  { result, question }: { result?: unknown; question?: string },
  errors: string[],
): Promise<Outcome> {
  const params = { id };
  // Retries while Docket is unreachable: the epoch lets it refuse the report if the task is no longer ours.
  const until = stopNow.aborted ? stopSignal([], killAfterMs) : stopSignal([stopNow], finishTimeoutMs);
  if (stopNow.aborted && exit.code !== 0) {
    await client.report((api, signal) => api.releaseAgentTask({ params, body: { epoch }, signal }), until);
    return 'released';
  }
  if (exit.code === releaseExitCode) {
    const body = { epoch, delaySeconds: releaseDelaySeconds };
    await client.report((api, signal) => api.releaseAgentTask({ params, body, signal }), until);
    return 'released';
  }
  if (exit.code === 0 && question !== undefined) {
    const body = { epoch, question: question.slice(0, 16_000) };
    await client.report((api, signal) => api.askAboutAgentTask({ params, body, signal }), until);
    return 'asked';
  }
  if (exit.code === 0) {
    const body = { epoch, ...(result !== undefined && { result }) };
    await client.report((api, signal) => api.completeAgentTask({ params, body, signal }), until);
    return 'completed';
  }
  const body = {
    epoch,
    error: describeExit(exit, errors),
    retryable: exit.code !== permanentFailureExitCode,
  };
  await client.report((api, signal) => api.failAgentTask({ params, body, signal }), until);
  return 'failed';
}

function describeExit({ code, signal, error }: Exit, errors: string[]): string {
  const summary = error
    ? `The command could not be started: ${error.message}`
    : code === null
      ? `The command was ended by ${signal}`
      : `The command ended with exit code ${code}`;
  return [summary, ...errors].join('\n').slice(0, 16_000);
}
