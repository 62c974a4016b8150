import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { linesOf, parseLine } from './command-lines.ts';
import { newReporter } from './report-lines.ts';
import type { Task, TaskClient } from './task-client.ts';

export interface RunSettings {
  command: string;
  /** What the command finds in its environment beside the task's own. */
  environment: NodeJS.ProcessEnv;
  logger: Logger;
  leaseSeconds: number;
  /** Ends the command; the task is given back. */
  stopNow: AbortSignal;
}

export type Outcome = 'completed' | 'failed' | 'released' | 'asked' | 'lost';

/** By the exit code of the command, after sysexits(3). Everything else is a failure that is tried again. */
const givenBack = 75;
const hopeless = 65;
const giveBackSeconds = 60;
const killAfterMs = 10 * secondMs;
const awayMs = 10 * minuteMs;
const lastLines = 20;

/** Hands one task to the command and sees it through to its end. */
export async function runTask(client: TaskClient, task: Task, settings: RunSettings): Promise<Outcome> {
  const child = start(task, settings);
  const lost = new AbortController();
  const lose = (error: unknown) => {
    settings.logger.warn({ task: task.id, reason: (error as Error).message }, 'the task is lost');
    lost.abort();
  };
  const stop = AbortSignal.any([settings.stopNow, lost.signal]);
  stop.addEventListener('abort', () => endCommand(child), { once: true });
  if (stop.aborted) endCommand(child);

  const reporter = newReporter(client, task, stop, lose);
  const errors: string[] = [];
  const heard = [
    listen(child.stdout, (line) => reporter.say(line), 'message'),
    listen(
      child.stderr,
      (line) => {
        if (line.docket === 'activity') errors.push(line.content);
        if (errors.length > lastLines) errors.shift();
        reporter.say(line);
      },
      'error',
    ),
  ];
  const heartbeat = keepAlive(client, task, settings.leaseSeconds, stop, lose);
  const exit = await endOf(child);
  await Promise.all(heard);
  clearInterval(heartbeat);
  await reporter.finish();
  if (lost.signal.aborted) return 'lost';
  return finish(client, task, settings, exit, reporter.kept, errors).catch((error: unknown) => {
    lose(error);
    return 'lost';
  });
}

function start(task: Task, { command, environment }: RunSettings): ChildProcess {
  const child = spawn(command, {
    shell: true,
    // A group of its own, so that what the command started ends with it.
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
  // It may not want to read.
  child.stdin?.on('error', () => {});
  child.stdin?.end(`${JSON.stringify(task)}\n`);
  return child;
}

async function listen(
  stream: ChildProcess['stdout'],
  say: (line: NonNullable<ReturnType<typeof parseLine>>) => void,
  otherwise: 'message' | 'error',
): Promise<void> {
  if (!stream) return;
  for await (const line of linesOf(stream)) {
    const said = parseLine(line, otherwise);
    if (said) say(said);
  }
}

/** Three signs of life within a lease: one may get lost. */
function keepAlive(
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
        // When it is stopped it gives the task back by itself.
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

async function endOf(child: ChildProcess): Promise<Exit> {
  return once(child, 'close').then(
    ([code, signal]) => ({ code, signal }),
    (error: Error) => ({ code: null, signal: null, error }),
  );
}

/** Asked nicely first. */
function endCommand(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), killAfterMs).unref();
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended in this moment.
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
  // A Docket that is away may come back; whether the task is still ours, it tells by the epoch.
  const until = stopNow.aborted
    ? AbortSignal.timeout(killAfterMs)
    : AbortSignal.any([AbortSignal.timeout(awayMs), stopNow]);
  if (stopNow.aborted && exit.code !== 0) {
    await client.report((api, signal) => api.releaseAgentTask({ params, body: { epoch }, signal }), until);
    return 'released';
  }
  if (exit.code === givenBack) {
    const body = { epoch, delaySeconds: giveBackSeconds };
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
  const body = { epoch, error: sayExit(exit, errors), retryable: exit.code !== hopeless };
  await client.report((api, signal) => api.failAgentTask({ params, body, signal }), until);
  return 'failed';
}

function sayExit({ code, signal, error }: Exit, errors: string[]): string {
  const how = error
    ? `The command could not be started: ${error.message}`
    : code === null
      ? `The command was ended by ${signal}`
      : `The command ended with exit code ${code}`;
  return [how, ...errors].join('\n').slice(0, 16_000);
}
