import { secondMs } from './clock.ts';
import { type Random, random } from './random.ts';
import { type SetTimer, setTimer } from './timer.ts';

/** Work that waits for a loop; `oldest` says since when. Counts end at `max`, which bounds their cost. */
export interface Waiting {
  waiting: number;
  oldest: number | null;
}

/** The timers, the randomness and the monotonic clock of a loop; tests pass their own. */
export interface LoopTimers {
  setTimer: SetTimer;
  random: Random;
  monotonicMs: () => number;
}

export interface LoopOptions {
  /** Appears in log lines, for example `lease expiry`. */
  name: string;
  /**
   * One step of the work. Resolve to true if more work is ready: the next step then starts at once.
   * A step that loops by itself checks `signal.aborted`, so that `stop` need not wait for all of it.
   */
  step: (signal: AbortSignal) => Promise<boolean> | Promise<void>;
  logger: {
    error: (fields: object, message: string) => void;
    info: (fields: object, message: string) => void;
  };
  /** The pause between two steps. Without it, only `wake` and the subscription start a step. */
  intervalMs?: number;
  /** Usually `db.subscribe`. The loop then also runs once at start, for whatever was committed before. */
  subscribe?: ((wake: () => void) => () => void) | undefined;
  timers?: LoopTimers | undefined;
}

interface LoopStats {
  state: LoopState;
  /** How long after its due time the latest step started. */
  lagMs: number;
  runs: number;
  failures: number;
}

type LoopState = 'stopped' | 'waiting' | 'running' | 'backing off' | 'stopping';

const firstBackOffMs = secondMs;
const maxBackOffMs = 5 * secondMs;
const realTimers: LoopTimers = { setTimer, random, monotonicMs: () => performance.now() };

/** Runs a step of the loop of this name. */
export type StepRunner = <T>(name: string, step: () => Promise<T>) => Promise<T>;

let runStep: StepRunner = (_name, step) => step();

/** Makes every loop of this process run its steps through this function, for traces. */
export function runStepsWith(runner: StepRunner): void {
  runStep = runner;
}

const started = new Set<BackgroundLoop>();

/** The running loops of this process, for metrics. */
export const listBackgroundLoops = (): BackgroundLoop[] => [...started];

export function startBackgroundLoop(options: LoopOptions): BackgroundLoop {
  const loop = new BackgroundLoop(options);
  loop.start();
  return loop;
}

/**
 * Runs one step of background work at a time, until it is stopped.
 *
 * | state       | event                               | next state                                     |
 * |-------------|-------------------------------------|------------------------------------------------|
 * | stopped     | start                               | waiting; with a subscription running           |
 * | waiting     | wake, or the interval has passed    | running                                        |
 * | running     | wake                                | running; another step follows this one         |
 * | running     | step done, and more work or a wake  | running: the next step                         |
 * | running     | step done                           | waiting                                        |
 * | running     | step failed                         | backing off                                    |
 * | backing off | wake                                | backing off: the retry does the work           |
 * | backing off | the delay has passed                | running                                        |
 * | running     | stop                                | stopping, then stopped when the step has ended |
 * | any other   | stop                                | stopped                                        |
 *
 * Back-off doubles from 1 s to 5 s (or to the interval, if that is longer); jitter takes off up to half of it. Only the
 * first of consecutive failures is logged, then the recovery.
 */
export class BackgroundLoop {
  readonly #options: LoopOptions;
  readonly #timers: LoopTimers;
  #state: LoopState = 'stopped';
  #abort = new AbortController();
  #unsubscribe: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #step: Promise<void> | undefined;
  #wokenAtMs: number | undefined;
  #failuresInARow = 0;
  #lagMs = 0;
  #runs = 0;
  #failures = 0;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#timers = options.timers ?? realTimers;
  }

  start(): void {
    if (this.#state !== 'stopped') return;
    started.add(this);
    this.#abort = new AbortController();
    this.#failuresInARow = 0;
    this.#wait('waiting', this.#options.intervalMs);
    this.#unsubscribe = this.#options.subscribe?.(this.wake);
    if (this.#unsubscribe) this.wake();
  }

  /** Starts a step now, or after the one that runs. Bound, so that it can be passed as a callback. */
  readonly wake = (): void => {
    if (this.#state === 'waiting') this.#run(this.#timers.monotonicMs());
    else if (this.#state === 'running') this.#wokenAtMs ??= this.#timers.monotonicMs();
  };

  /** Resolves when the running step, if any, has ended. */
  async stop(): Promise<void> {
    started.delete(this);
    this.#unsubscribe?.();
    this.#cancelTimer?.();
    this.#abort.abort();
    if (this.#state === 'running') this.#state = 'stopping';
    else if (this.#state !== 'stopping') this.#state = 'stopped';
    await this.#step;
  }

  get name(): string {
    return this.#options.name;
  }

  stats(): LoopStats {
    return { state: this.#state, lagMs: this.#lagMs, runs: this.#runs, failures: this.#failures };
  }

  #run(dueAtMs: number): void {
    this.#cancelTimer?.();
    this.#state = 'running';
    this.#wokenAtMs = undefined;
    this.#lagMs = Math.max(0, this.#timers.monotonicMs() - dueAtMs);
    this.#runs++;
    this.#step = this.#runStep();
  }

  async #runStep(): Promise<void> {
    try {
      const { name, step } = this.#options;
      const hasMore = (await runStep<unknown>(name, () => step(this.#abort.signal))) === true;
      this.#recover();
      if (this.#state === 'stopping') this.#state = 'stopped';
      else if (hasMore) this.#run(this.#timers.monotonicMs());
      else if (this.#wokenAtMs !== undefined) this.#run(this.#wokenAtMs);
      else this.#wait('waiting', this.#options.intervalMs);
    } catch (error) {
      this.#failures++;
      if (this.#state === 'stopping') this.#state = 'stopped';
      else this.#backOff(error);
    }
  }

  #backOff(error: unknown): void {
    const { name, logger, intervalMs = 0 } = this.#options;
    if (this.#failuresInARow === 0)
      logger.error({ err: error, loop: name }, `Background loop "${name}" failed; retrying`);
    const delayMs = Math.min(
      firstBackOffMs * 2 ** this.#failuresInARow++,
      Math.max(maxBackOffMs, intervalMs),
    );
    this.#wait('backing off', delayMs * (1 - this.#timers.random() / 2));
  }

  #recover(): void {
    const { name, logger } = this.#options;
    if (this.#failuresInARow > 0)
      logger.info({ loop: name, failures: this.#failuresInARow }, `Background loop "${name}" recovered`);
    this.#failuresInARow = 0;
  }

  #wait(state: 'waiting' | 'backing off', ms: number | undefined): void {
    this.#state = state;
    if (ms === undefined) return;
    const dueAtMs = this.#timers.monotonicMs() + ms;
    this.#cancelTimer = this.#timers.setTimer(ms, () => this.#run(dueAtMs));
  }
}
