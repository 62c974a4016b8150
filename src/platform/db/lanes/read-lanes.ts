import { unavailable } from '../../errors.ts';
import type { LaneStatus, ReadCaller } from '../database.ts';
import { statements } from '../measurements.ts';
import { FairQueue } from './fair-queue.ts';
import { Lane } from './lane.ts';
import { type LaneAddress, type LaneTask, TaskEnded } from './lane-messages.ts';
import { SlowKinds } from './slow-kinds.ts';

export interface LaneLimits {
  lanesMax: number;
  /** Counts lanes, and terminated threads that have not exited yet. */
  threadsMax: number;
  /** A task that runs longer than this is slow. */
  slowMs: number;
  timeLimitMs: number;
  /** How long a task may wait for a lane. */
  waitLimitMs: number;
  queuedPerPersonMax: number;
  queuedMax: number;
  /** The time between ending a task and terminating its thread. */
  endGraceMs: number;
  /** How long an idle lane lives. The last one lives for `lastIdleMs`, which saves the next task the start of a thread. */
  idleMs: number;
  lastIdleMs: number;
}

const defaultLimits: LaneLimits = {
  lanesMax: 3,
  threadsMax: 5,
  slowMs: 50,
  timeLimitMs: 10_000,
  waitLimitMs: 10_000,
  queuedPerPersonMax: 64,
  queuedMax: 500,
  endGraceMs: 500,
  idleMs: 30_000,
  lastIdleMs: 300_000,
};

interface Job {
  person: string;
  kind: string;
  task: LaneTask;
  /** True if it may run only on a lane open to slow tasks. */
  isSlow: boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
  /** While the task waits: refuses it at the time limit. While it runs: marks it slow, then ends it. */
  timer?: NodeJS.Timeout;
  stopListening: () => void;
  lane?: Lane;
  queuedAt: number;
  startedAt: number;
  /** Why the task was ended. If undefined, it runs again as a slow task. */
  endedBecause?: Error;
}

/**
 * Runs reads on a few worker threads ("lanes") so that a slow read does not delay a fast one.
 *
 * A task starts as a fast one unless its kind was slow every time lately, or says so itself. Fast tasks take any free lane;
 * slow ones take all but one. A task that turns out to be slow counts as slow from then on. If that leaves no lane for fast
 * tasks, or its person runs a slow task already, it is ended as soon as a fast task waits, and queued as a slow task: a
 * read can run twice. So a fast task waits about `slowMs` for a lane.
 *
 * People are served in turn. A person runs one slow task at a time, never takes the last lane, and may have
 * `queuedPerPersonMax` tasks in the queue. A task that waited or ran for longer than the time limit is refused, and one
 * whose caller is gone is dropped or ended.
 */
export class ReadLanes {
  readonly #address: LaneAddress;
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<Lane, { job?: Job | undefined; idleTimer?: NodeJS.Timeout }>();
  readonly #fast = new FairQueue<Job>();
  readonly #slow = new FairQueue<Job>();
  readonly #kinds: SlowKinds;
  #isStopped = false;

  constructor(address: LaneAddress, limits: Partial<LaneLimits> = {}) {
    this.#address = address;
    this.#limits = { ...defaultLimits, ...limits };
    this.#kinds = new SlowKinds(this.#limits.slowMs);
  }

  submit<T>({ person, signal }: ReadCaller, kind: string, task: LaneTask, isSlow = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refusal = this.#refusalFor(person);
      if (refusal) return reject(refusal);
      const closed = signal?.();
      if (closed?.aborted) return reject(callerGone());
      const onAbort = () => this.#drop(job, callerGone());
      closed?.addEventListener('abort', onAbort);
      const job: Job = {
        person,
        kind,
        task,
        isSlow: isSlow || this.#kinds.isSlow(kind),
        resolve,
        reject,
        stopListening: () => closed?.removeEventListener('abort', onAbort),
        queuedAt: 0,
        startedAt: 0,
      };
      this.#enqueue(job);
      this.#startNext();
    });
  }

  status(): LaneStatus {
    const now = performance.now();
    let oldestWaitMs = 0;
    for (const queue of [this.#fast, this.#slow])
      for (const { queuedAt } of queue.heads()) oldestWaitMs = Math.max(oldestWaitMs, now - queuedAt);
    return {
      threads: this.#lanes.size,
      running: this.#lanes.values().reduce((count, { job }) => (job ? count + 1 : count), 0),
      waiting: this.#fast.size + this.#slow.size,
      oldestWaitMs,
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const lanes = [...this.#lanes.keys()];
    for (const job of [...this.#fast.takeAll(), ...this.#slow.takeAll()]) this.#settle(job, stopped());
    for (const { idleTimer } of this.#lanes.values()) clearTimeout(idleTimer);
    await Promise.all(lanes.map((lane) => lane.terminate()));
  }

  #refusalFor(person: string): Error | undefined {
    if (this.#isStopped) return stopped();
    const { queuedPerPersonMax, queuedMax } = this.#limits;
    if (this.#fast.countOf(person) + this.#slow.countOf(person) >= queuedPerPersonMax) {
      return unavailable(
        `${queuedPerPersonMax} of your reads are waiting already. Wait for their answers, then try again.`,
      );
    }
    if (this.#fast.size + this.#slow.size < queuedMax) return undefined;
    return unavailable('Too many reads are waiting on this server. Try again in a few seconds.');
  }

  #enqueue(job: Job): void {
    const { waitLimitMs } = this.#limits;
    (job.isSlow ? this.#slow : this.#fast).add(job);
    job.queuedAt = performance.now();
    job.timer = setTimeout(() => this.#drop(job, waitedTooLong(waitLimitMs)), waitLimitMs);
  }

  /** Removes a job from its queue, or ends it if it runs. */
  #drop(job: Job, error: Error): void {
    job.endedBecause = error;
    if (job.lane) {
      job.lane.end(this.#limits.endGraceMs);
      return;
    }
    this.#fast.remove(job);
    this.#slow.remove(job);
    this.#settle(job, error);
  }

  #startNext(): void {
    while (!this.#isStopped) {
      if (this.#fast.size + this.#slow.size === 0) return;
      const lane = this.#findLane();
      if (!lane) return;
      const job = this.#takeJob();
      if (job) this.#start(lane, job);
      else return;
    }
  }

  #findLane(): Lane | undefined {
    for (const [lane, { job }] of this.#lanes) if (!job && lane.isReady) return lane;
    const { lanesMax, threadsMax } = this.#limits;
    const isFull = this.#lanes.size - this.#countGone() >= lanesMax || this.#lanes.size >= threadsMax;
    if (!isFull && !this.#isStarting()) this.#addLane();
    return undefined;
  }

  #isStarting(): boolean {
    return this.#lanes.keys().some((lane) => !lane.isReady && !lane.isGone);
  }

  #addLane(): void {
    const lane = new Lane(this.#address, {
      onReady: () => {
        this.#startNext();
        this.#rest(lane);
      },
      // A new thread would fail in the same way, so none is started at once.
      onFailedStart: (error) => {
        for (const job of [...this.#fast.takeAll(), ...this.#slow.takeAll()]) this.#settle(job, error);
      },
      onExit: () => {
        clearTimeout(this.#lanes.get(lane)?.idleTimer);
        this.#lanes.delete(lane);
        this.#startNext();
      },
    });
    this.#lanes.set(lane, {});
  }

  /** Takes fast tasks first, but keeps one lane for slow tasks while some wait. */
  #takeJob(): Job | undefined {
    const running = this.#runningSlow();
    const mayStart = this.#hasSlowLane(running);
    const hasShare = (person: string) => this.#countLanes(person) < this.#sharedLanes;
    const mayStartSlow = (person: string) =>
      hasShare(person) && !running.some((job) => job.person === person);
    const takeSlow = () => (mayStart ? this.#slow.take(mayStartSlow) : undefined);
    const takeFast = () => this.#fast.take(hasShare);
    return (running.length === 0 ? takeSlow() : undefined) ?? takeFast() ?? takeSlow();
  }

  /** All lanes but one: the limit for slow tasks, and for the tasks of one person. */
  get #sharedLanes(): number {
    return Math.max(1, this.#limits.lanesMax - 1);
  }

  #countLanes(person: string): number {
    return this.#lanes.values().reduce((count, { job }) => (job?.person === person ? count + 1 : count), 0);
  }

  #runningSlow(): Job[] {
    return [...this.#lanes.values()].flatMap(({ job }) => (job?.isSlow ? [job] : []));
  }

  /** True if a lane is left for fast tasks when one more slow task runs. */
  #hasSlowLane(running: Job[]): boolean {
    return running.length + this.#countGone() < this.#sharedLanes;
  }

  #countGone(): number {
    return this.#lanes.keys().reduce((count, lane) => (lane.isGone ? count + 1 : count), 0);
  }

  #start(lane: Lane, job: Job): void {
    const entry = this.#lanes.get(lane);
    if (!entry) return;
    clearTimeout(entry.idleTimer);
    clearTimeout(job.timer);
    entry.job = job;
    job.lane = lane;
    const onStart = () => {
      job.startedAt = performance.now();
      job.timer = job.isSlow
        ? this.#limitTime(job)
        : setTimeout(() => this.#noteSlow(job), this.#limits.slowMs);
    };
    const finish = (settle: () => void) => {
      clearTimeout(job.timer);
      delete job.lane;
      entry.job = undefined;
      const ms = performance.now() - job.startedAt;
      this.#kinds.note(job.kind, ms);
      if (statements.isWanted)
        statements.publish({ statement: nameOfKind(job.kind), ms, ran: 'worker thread' });
      settle();
      this.#startNext();
      this.#rest(lane);
    };
    lane.run(job.task, onStart).then(
      (value) => finish(() => this.#settle(job, undefined, value)),
      (error) => finish(() => this.#settleFailed(job, error)),
    );
  }

  #settleFailed(job: Job, error: unknown): void {
    const reason = error instanceof TaskEnded ? job.endedBecause : (error as Error);
    if (reason) {
      this.#settle(job, reason);
      return;
    }
    job.isSlow = true;
    this.#enqueue(job);
  }

  #limitTime(job: Job, elapsedMs = 0): NodeJS.Timeout {
    const { timeLimitMs } = this.#limits;
    return setTimeout(() => this.#drop(job, tookTooLong(timeLimitMs)), timeLimitMs - elapsedMs);
  }

  #noteSlow(job: Job): void {
    const { slowMs, timeLimitMs, endGraceMs } = this.#limits;
    const slow = this.#runningSlow();
    if (this.#hasSlowLane(slow) && !slow.some(({ person }) => person === job.person)) {
      job.isSlow = true;
      job.timer = this.#limitTime(job, slowMs);
    } else if (this.#fast.size > 0) {
      job.lane?.end(endGraceMs);
    } else if (performance.now() - job.startedAt >= timeLimitMs) {
      this.#drop(job, tookTooLong(timeLimitMs));
    } else {
      job.timer = setTimeout(() => this.#noteSlow(job), slowMs);
    }
  }

  #settle(job: Job, error: Error | undefined, value?: unknown): void {
    clearTimeout(job.timer);
    job.stopListening();
    if (error) job.reject(error);
    else job.resolve(value as never);
  }

  /** Ends the lane after some time without work. */
  #rest(lane: Lane): void {
    const entry = this.#lanes.get(lane);
    if (!entry || entry.job || lane.isGone || this.#isStopped) return;
    const { idleMs, lastIdleMs } = this.#limits;
    clearTimeout(entry.idleTimer);
    entry.idleTimer = setTimeout(
      () => {
        if (entry.job) return;
        this.#lanes.delete(lane);
        void lane.terminate();
      },
      this.#lanes.size === 1 ? lastIdleMs : idleMs,
    );
    entry.idleTimer.unref();
  }
}

/** The name of a kind in logs: a worker job by its module and name, a statement by its text. */
const nameOfKind = (kind: string) =>
  kind.startsWith('file:') ? kind.slice(kind.lastIndexOf('#') + 1) : kind;

const seconds = (ms: number) => `${ms / 1_000} s`;
const callerGone = () => unavailable('The connection was closed before the answer was ready.');
const stopped = () => unavailable('The server is stopping. Try again in a moment.');
const waitedTooLong = (limitMs: number) =>
  unavailable(`This waited longer than ${seconds(limitMs)} for other reads. Try again in a few seconds.`);
const tookTooLong = (limitMs: number) =>
  unavailable(
    `This took longer than ${seconds(limitMs)}. Filter by project or status, or use a cursor instead of a page.`,
  );
