import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Progress, TicketLink } from '../../../packages/docs-drafts/index.ts';
import { compileCacheVariable } from '../../platform/compile-cache.ts';
import { Refusal, type RefusalCode, unavailable } from '../../platform/errors.ts';
import { heapMbMax, memoryLimitPhrases } from '../../platform/process-limits/index.ts';
import { setTimer } from '../../platform/timer.ts';
import type { DocsTask, ProcessCommand, ProcessMessage } from './process-messages.ts';

// From the abort message until a process that has not reacted is killed.
const abortGraceMs = 2_000;
const stderrLengthMax = 16_000;

export interface ProcessSettings {
  /** All that the process gets of the environment: no secret of the instance is in it. */
  environment: Record<string, string>;
  /** Tests start another program. */
  entry?: URL;
}

interface Running {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  report: (progress: Progress) => void;
  findTickets: (keys: string[]) => Promise<Record<string, TicketLink>>;
}

/**
 * A child process that runs one task at a time. Its end, for whatever reason, is the failure of that task.
 *
 * | state   | event                           | next state                                    |
 * |---------|---------------------------------|-----------------------------------------------|
 * | idle    | run                             | running                                       |
 * | running | the process answers             | idle; the task is settled                     |
 * | running | abort                           | aborting; further tasks are refused           |
 * | aborting| answer, or 2 s without one      | gone; the task fails with the reason of abort |
 * | any     | kill, or the process exits      | gone; a running task fails                    |
 */
export class DocsProcess {
  readonly #child: ChildProcess;
  readonly #exited = Promise.withResolvers<void>();
  #running: Running | undefined;
  #stderr = '';
  #abortReason: Refusal | undefined;
  #cancelKill = () => {};
  #isGone = false;
  #isStopping = false;

  constructor(
    { environment, entry = new URL('./docs-process.ts', import.meta.url) }: ProcessSettings,
    onExit: () => void,
  ) {
    // The clones of a killed process are removed with its folder.
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-drafts-'));
    this.#child = spawn(process.execPath, [`--max-old-space-size=${heapMbMax}`, fileURLToPath(entry)], {
      cwd: folder,
      env: { ...environment, TMPDIR: folder, ...compileCacheVariable() },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A process group of its own, so that its git commands are killed with it.
      detached: true,
    });
    this.#setReferenced(false);
    this.#child.on('message', (message: ProcessMessage) => this.#receive(message));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-stderrLengthMax);
    });
    const end = (error: Error) => {
      if (this.#isGone && !this.#running) return;
      this.#isGone = true;
      this.#fail(error);
    };
    this.#child.once('error', end);
    // `close` comes after `exit`, when standard error, which may have the reason, is read.
    this.#child.once('close', (code, signal) => {
      this.#cancelKill();
      end(this.#describeEnd(code, signal));
      onExit();
      void rm(folder, { recursive: true, force: true, maxRetries: 3 }).then(
        this.#exited.resolve,
        this.#exited.resolve,
      );
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  run(task: DocsTask, listeners: Pick<Running, 'report' | 'findTickets'>): Promise<unknown> {
    if (this.#abortReason) return Promise.reject(this.#abortReason);
    return new Promise((resolve, reject) => {
      this.#running = { resolve, reject, ...listeners };
      this.#setReferenced(true);
      this.#send({ task });
    });
  }

  /** Lets the process stop its git commands; one that does not react is killed. */
  abort(reason: Refusal): void {
    this.#abortReason = reason;
    if (!this.#running) return;
    this.#send({ abort: reason.message });
    this.#cancelKill = setTimer(abortGraceMs, () => this.kill());
  }

  kill(): void {
    this.#isGone = true;
    const { pid } = this.#child;
    if (pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }

  /** Kills the process because the server stops. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    // An idle or killed process is unreferenced: without this, the event loop could end before it has exited.
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#setReferenced(true);
    this.kill();
    await this.#exited.promise;
  }

  #receive(message: ProcessMessage): void {
    const running = this.#running;
    if (!running) return;
    if ('progress' in message) running.report(message.progress);
    else if ('ticketKeys' in message)
      running.findTickets(message.ticketKeys).then(
        (tickets) => this.#send({ tickets }),
        (error: unknown) => this.#fail(error),
      );
    else if ('done' in message) {
      this.#release();
      if (this.#abortReason) running.reject(this.#abortReason);
      else running.resolve(message.done ?? undefined);
    } else if ('refused' in message) {
      const { code, message: text, details, retryAfterSeconds } = message.refused;
      const more = {
        ...(details && { details }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      };
      this.#fail(new Refusal(code as RefusalCode, text, more));
    } else this.#fail(new Error(message.failed));
  }

  #send(command: ProcessCommand): void {
    if (this.#child.connected) this.#child.send(command, () => {});
  }

  #fail(error: unknown): void {
    const running = this.#running;
    this.#release();
    running?.reject(this.#abortReason ?? error);
  }

  #release(): void {
    this.#running = undefined;
    this.#cancelKill();
    this.#setReferenced(false);
  }

  /** An idle process does not keep this one alive. */
  #setReferenced(isReferenced: boolean): void {
    const method = isReferenced ? 'ref' : 'unref';
    this.#child[method]();
    this.#child.channel?.[method]();
    (this.#child.stderr as unknown as { ref(): void; unref(): void } | null)?.[method]();
  }

  #describeEnd(code: number | null, signal: string | null): Error {
    if (this.#isStopping) return unavailable('The server is stopping. Try again in a moment.');
    if (memoryLimitPhrases.some((phrase) => this.#stderr.includes(phrase))) return outOfMemory();
    return unavailable(
      `The process that drafts documentation ended unexpectedly (${signal ?? `exit code ${code}`}). Try again; if it ends again, choose a base closer to head.`,
    );
  }
}

const outOfMemory = () =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [
        `The difference between base and head needs more than ${heapMbMax} MB of memory. Choose a base closer to head`,
      ],
    },
  });
