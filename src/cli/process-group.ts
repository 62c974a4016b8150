import cluster, { type Worker } from 'node:cluster';
import { minuteMs, secondMs } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { CommandResult } from './command.ts';
import { exitCodes } from './exit-codes.ts';

/** The message by which this process stops one that serves. */
export interface StopOrder {
  stop: NodeJS.Signals;
}

/** The message that a process sends when it listens. */
export interface ReadyReport {
  ready: CommandResult;
}

interface Place {
  worker?: Worker;
  isReady: boolean;
  startedAt: number;
  /** How long it waits before the next start. */
  restMs: number;
  timer?: NodeJS.Timeout;
}

const restMsMin = secondMs;
const restMsMax = 30 * secondMs;

/**
 * Runs the server in several processes. This one opens the port and shares it with them; it serves nothing, so what ends one
 * of the others does not end it. Each process takes new connections when it has time (SCHED_NONE): if this one handed them
 * out in turn, one that was on its way to a process that is killed would never be answered.
 *
 * | state of a place | event                       | next state                                                |
 * |------------------|-----------------------------|-----------------------------------------------------------|
 * | starting         | it listens                  | running; after the last place `start` resolves             |
 * | starting         | it exits, before all ran    | stopped, all of them: the exit code of this one is its own |
 * | running          | it exits with 65            | stopped, all of them: none can use the database           |
 * | running          | it exits otherwise          | resting for 1 s, twice as long each time, up to 30 s       |
 * | resting          | the time is over            | starting; a process that ran for a minute rests 1 s again  |
 * | any              | SIGTERM or SIGINT           | stopping: it answers what it has, then exits               |
 *
 * If this process is killed, Node ends the others.
 */
export class ProcessGroup {
  readonly #logger: Logger;
  readonly #places: Place[];
  readonly #port: number;
  readonly #started = Promise.withResolvers<CommandResult>();
  #hasStarted = false;
  #isStopping = false;
  #exitCode = 0;

  /** `port` must not be 0: after the last process has ended, the next one would get another port. */
  constructor(count: number, port: number, logger: Logger) {
    this.#logger = logger;
    this.#port = port;
    this.#places = Array.from({ length: count }, () => ({ isReady: false, startedAt: 0, restMs: restMsMin }));
  }

  /** Resolves with what the last process reported, when all listen. */
  start(): Promise<CommandResult> {
    // Without this, each process would print that it is ready. Their logs go where the log of this process goes.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => this.#stop(signal));
    for (const place of this.#places) this.#fill(place);
    return this.#started.promise;
  }

  #fill(place: Place): void {
    const worker = cluster.fork({ PORT: String(this.#port) });
    place.worker = worker;
    place.isReady = false;
    place.startedAt = performance.now();
    worker.on('message', ({ ready }: ReadyReport) => this.#noteReady(place, ready));
    worker.on('error', () => {});
    worker.on('exit', (code: number | null, signal: string | null) => this.#noteExit(place, code, signal));
  }

  #noteReady(place: Place, result: CommandResult): void {
    place.isReady = true;
    if (this.#hasStarted || !this.#places.every(({ isReady }) => isReady)) return;
    this.#hasStarted = true;
    this.#started.resolve(result);
  }

  #noteExit(place: Place, code: number | null, signal: string | null): void {
    const pid = place.worker?.process.pid;
    delete place.worker;
    if (!this.#isStopping && (!this.#hasStarted || code === exitCodes.databaseRefused[0])) {
      // The process has logged the reason.
      this.#exitCode = code || 1;
      this.#stop('SIGTERM');
    } else if (this.#isStopping) this.#exitIfEmpty();
    else this.#rest(place, { pid, code, signal });
  }

  #rest(place: Place, ended: object): void {
    if (performance.now() - place.startedAt > minuteMs) place.restMs = restMsMin;
    this.#logger.error({ ...ended, restMs: place.restMs }, 'A server process ended; it starts again');
    place.timer = setTimeout(() => this.#fill(place), place.restMs);
    place.restMs = Math.min(place.restMs * 2, restMsMax);
  }

  #stop(signal: NodeJS.Signals): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const { worker, isReady, timer } of this.#places) {
      clearTimeout(timer);
      if (isReady) worker?.send({ stop: signal } satisfies StopOrder);
      else worker?.process.kill('SIGKILL');
    }
    this.#exitIfEmpty();
  }

  #exitIfEmpty(): void {
    if (this.#places.every(({ worker }) => worker === undefined)) process.exit(this.#exitCode);
  }
}
