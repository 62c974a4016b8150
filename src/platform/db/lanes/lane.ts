import { Worker } from 'node:worker_threads';
import { Refusal, type RefusalCode, unavailable } from '../../errors.ts';
import { threadLimits } from '../../thread-limits.ts';
import { DatabaseUnavailable } from '../database.ts';
import { replicaReads } from '../measurements.ts';
import {
  type LaneAddress,
  type LaneAnswer,
  type LaneCommand,
  type LaneFailure,
  type LaneSettings,
  type LaneStart,
  type LaneTask,
  TaskEnded,
} from './lane-messages.ts';

/** Beyond this, the thread ends and its read fails; the server continues. */
const heapMbMax = 512;

interface LaneListener {
  onReady: () => void;
  onFailedStart: (error: Error) => void;
  /** Called after the thread has exited and the task it was running has failed. */
  onExit: () => void;
}

/**
 * A worker thread with a database connection of its own, which runs one task at a time.
 *
 * | state   | event                          | next state                                        |
 * |---------|--------------------------------|---------------------------------------------------|
 * | starting| the thread is connected        | idle                                              |
 * | starting| the thread cannot connect      | gone; `onFailedStart` is called                   |
 * | idle    | run                            | running                                           |
 * | running | the thread answers             | idle; the promise of `run` is settled             |
 * | running | end                            | ending                                            |
 * | ending  | the thread answers             | idle; the promise is rejected with `TaskEnded`    |
 * | ending  | no answer within `endGraceMs`  | gone; the thread is terminated                    |
 * | any     | the thread exits               | gone; a running task fails                        |
 */
export class Lane {
  readonly #worker: Worker;
  readonly #endFlag = new Int32Array(new SharedArrayBuffer(4));
  #running: { resolve: (value: never) => void; reject: (error: unknown) => void } | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  readonly #loaded = new Set<string>();
  /** Called when the module of the task is loaded. */
  #loading: (() => void) | undefined;
  #isReady = false;
  #isGone = false;

  constructor(address: LaneAddress, { onReady, onFailedStart, onExit }: LaneListener) {
    const settings: LaneSettings = { address, endFlag: this.#endFlag };
    this.#worker = new Worker(new URL('./lane-thread.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: threadLimits(heapMbMax),
    });
    this.#worker.once('message', ({ failed }: LaneStart) => {
      if (failed) {
        this.#isGone = true;
        onFailedStart(laneError(failed));
        return;
      }
      this.#isReady = true;
      this.#worker.unref();
      this.#worker.on('message', (answer: LaneAnswer) => this.#settle(answer));
      onReady();
    });
    this.#worker.on('error', (error) => {
      this.#isGone = true;
      const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(isOutOfMemory ? outOfMemory() : error);
    });
    this.#worker.once('exit', () => {
      this.#isGone = true;
      this.#fail(unavailable('The thread that read this ended. Try again.'));
      onExit();
    });
  }

  /** True once the thread has started. Its start must not count towards the time of a task. */
  get isReady(): boolean {
    return this.#isReady && !this.#isGone;
  }

  /** True if the lane takes no more tasks. A terminated thread exits only after its current statement. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** `onStart` is called after the thread has loaded the module of the task, which takes longer than most tasks. */
  run(task: LaneTask, onStart: () => void): Promise<unknown> {
    Atomics.store(this.#endFlag, 0, 0);
    this.#worker.ref();
    const start = () => {
      onStart();
      this.#send({ task });
    };
    return new Promise((resolve, reject) => {
      this.#running = { resolve, reject };
      if (!('module' in task) || this.#loaded.has(task.module)) return start();
      this.#loading = () => {
        this.#loaded.add(task.module);
        start();
      };
      this.#send({ load: task.module });
    });
  }

  /** Ends the running task. If the thread does not react, it is terminated and the lane is gone. */
  end(graceMs: number): void {
    if (!this.#running || this.#endTimer) return;
    if (this.#loading) {
      this.#loading = () => this.#fail(new TaskEnded());
      return;
    }
    Atomics.store(this.#endFlag, 0, 1);
    this.#send({ end: true });
    this.#endTimer = setTimeout(() => {
      void this.terminate();
      this.#fail(new TaskEnded());
    }, graceMs);
  }

  async terminate(): Promise<void> {
    this.#isGone = true;
    await this.#worker.terminate();
  }

  #send(command: LaneCommand): void {
    this.#worker.postMessage(command);
  }

  #settle(answer: LaneAnswer): void {
    if ('loaded' in answer) {
      const proceed = this.#loading;
      this.#loading = undefined;
      proceed?.();
      return;
    }
    if (answer.served) replicaReads.publish({ outcome: answer.served });
    const running = this.#release();
    if ('done' in answer) running?.resolve(answer.done as never);
    else running?.reject(laneError(answer.failed));
  }

  #fail(error: unknown): void {
    this.#release()?.reject(error);
  }

  #release() {
    clearTimeout(this.#endTimer);
    this.#endTimer = undefined;
    this.#worker.unref();
    const running = this.#running;
    this.#running = undefined;
    this.#loading = undefined;
    return running;
  }
}

const outOfMemory = () =>
  unavailable('This needs more memory than one read may take. Ask for less, such as a narrower filter.');

function laneError({ kind, message, reason, refusal }: LaneFailure): Error {
  if (kind === 'ended') return new TaskEnded();
  if (kind === 'unavailable') return new DatabaseUnavailable(message, { reason });
  if (!refusal) return new Error(message);
  const { code, ...more } = refusal;
  return new Refusal(code as RefusalCode, message, more);
}
