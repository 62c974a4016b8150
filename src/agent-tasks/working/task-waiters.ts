import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { rateLimited, unavailable } from '../../platform/errors.ts';
import { type Actor, canManageInstance, type Scope } from '../../users/index.ts';
import { instanceQueue } from '../agent-task.ts';
import { hasExpiredLease, listClaimants } from './claim-store.ts';
import { type Claim, claimTask } from './claim-task.ts';
import { expireLeases } from './expire-leases.ts';
import type { TaskForWorker } from './finish-task.ts';

export interface WaiterLimits {
  /** The limit for one person and their agents together. */
  perPersonMax: number;
  inAllMax: number;
}

const waiterLimits: WaiterLimits = { perPersonMax: 200, inAllMax: 5_000 };

// The shortest time between two looks at the database, however many commits wake the waiters.
const pauseMs = 25;
const attemptsAtOnce = 4;
const retryAfterSeconds = 10;

interface Waiter {
  scope: Scope;
  claim: Claim;
  over: AbortSignal;
  isTrying: boolean;
  settle: (task: TaskForWorker | undefined) => void;
  fail: (error: unknown) => void;
}

/**
 * The claims that wait for a task in this process. One look at the database serves all of them: it names the people for whom
 * a task is ready, and only their waiters try to claim. Waiters with the same credential and filter are a group; after the
 * first one of a group finds nothing, the others do not try. Groups take turns, one task each: a group that got the last task
 * tries only after the others, so that a task which comes meanwhile is not its second in a row.
 *
 * | State   | Event                         | Next state                                        |
 * |---------|-------------------------------|---------------------------------------------------|
 * | waiting | a look names its person       | trying, when it is the turn of its group          |
 * | trying  | it got a task                 | settled with the task                             |
 * | trying  | it got none                   | waiting, or settled with none if its time is over |
 * | waiting | its time is over, client gone | settled with none                                 |
 */
export class TaskWaiters {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #limits: WaiterLimits;
  /** The group that has waited longest comes first. */
  readonly #groups = new Map<string, Waiter[]>();
  readonly #counts = new Map<string, number>();
  #inAll = 0;
  #unsubscribe: (() => void) | undefined;
  #isWoken = false;
  #isRunning = false;
  /** The groups that got a task in the last round that gave any. */
  #served: string[] = [];

  constructor(db: Database, clock: Clock, limits = waiterLimits) {
    this.#db = db;
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Like `claimTask`, but waits until a task is ready, the time is over or the client has disconnected. `onWait` is called
   * if it begins to wait.
   */
  async claim(
    scope: Scope,
    claim: Claim,
    waitSeconds: number,
    gone: AbortSignal,
    onWait: () => void = () => {},
  ): Promise<TaskForWorker | undefined> {
    if (waitSeconds === 0) return claimTask(scope, claim);
    const leave = this.#enter(scope.actor);
    try {
      const task = await claimTask(scope, claim);
      if (task || gone.aborted) return task;
      onWait();
      return await this.#wait(
        scope,
        claim,
        AbortSignal.any([gone, AbortSignal.timeout(waitSeconds * secondMs)]),
      );
    } finally {
      leave();
    }
  }

  /** Counts a waiter; returns the function that ends its count. */
  #enter({ userId, agent }: Actor): () => void {
    const person = agent?.ownerId ?? userId;
    const count = this.#counts.get(person) ?? 0;
    const { perPersonMax, inAllMax } = this.#limits;
    if (count >= perPersonMax)
      throw rateLimited(
        `You and your agents have ${perPersonMax} claims waiting. Let fewer workers wait, or claim without wait.`,
        retryAfterSeconds,
      );
    if (this.#inAll >= inAllMax)
      throw unavailable(
        `${inAllMax} claims are waiting on this server. Claim without wait, or try again later.`,
      );
    this.#counts.set(person, count + 1);
    this.#inAll++;
    return () => {
      this.#inAll--;
      const left = (this.#counts.get(person) ?? 1) - 1;
      if (left > 0) this.#counts.set(person, left);
      else this.#counts.delete(person);
    };
  }

  #wait(scope: Scope, claim: Claim, over: AbortSignal): Promise<TaskForWorker | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<TaskForWorker | undefined>();
    const { actor } = scope;
    const kinds = [...new Set(claim.kinds ?? [])].sort();
    const key = JSON.stringify([actor.userId, actor.credential.id, claim.projectId ?? null, kinds]);
    const remove = () => {
      const left = this.#groups.get(key)?.filter((one) => one !== waiter) ?? [];
      if (left.length > 0) this.#groups.set(key, left);
      else this.#groups.delete(key);
      if (this.#groups.size === 0) this.#stop();
    };
    const waiter: Waiter = {
      scope,
      claim,
      over,
      isTrying: false,
      settle: (task) => {
        remove();
        resolve(task);
      },
      fail: (error) => {
        remove();
        reject(error);
      },
    };
    this.#groups.set(key, [...(this.#groups.get(key) ?? []), waiter]);
    // While the waiter tries, the end of the attempt settles it: a task that it is about to get must not be lost.
    over.addEventListener('abort', () => waiter.isTrying || waiter.settle(undefined), { once: true });
    if (over.aborted) waiter.settle(undefined);
    // The subscription also polls every second, which is how a task whose back-off ends is found.
    this.#unsubscribe ??= this.#db.subscribe(() => this.#wake());
    // A task may have been committed since the first attempt.
    this.#wake();
    return promise;
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #wake(): void {
    this.#isWoken = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.#isWoken && this.#groups.size > 0) {
      this.#isWoken = false;
      await wait(pauseMs);
      try {
        await this.#serve();
      } catch (error) {
        for (const waiter of [...this.#groups.values()].flat()) waiter.fail(error);
      }
    }
    this.#isRunning = false;
  }

  async #serve(): Promise<void> {
    while (true) {
      const keys = await this.#findReadyGroups();
      const lately = new Set(this.#served);
      const served = [
        ...(await this.#takeTurns(keys.filter((key) => !lately.has(key)))),
        ...(await this.#takeTurns(keys.filter((key) => lately.has(key)))),
      ];
      if (served.length === 0) return;
      this.#served = served;
    }
  }

  /** Looks at the database: the groups for which a task may be ready, the one that has waited longest first. */
  async #findReadyGroups(): Promise<string[]> {
    const now = this.#clock.now();
    const { reads } = this.#db;
    const actors = [...this.#groups.values()].flatMap(([first]) => first?.scope.actor ?? []);
    if (await hasExpiredLease(reads, { now })) await expireLeases(this.#db, now);
    const ready = new Set(
      await listClaimants(reads, { userIds: [...new Set(actors.map(({ userId }) => userId))], now }),
    );
    const isReady = ({ actor }: Scope) =>
      ready.has(actor.userId) || (ready.has(instanceQueue) && canManageInstance(actor));
    return [...this.#groups].flatMap(([key, [first]]) => (first && isReady(first.scope) ? [key] : []));
  }

  /** Lets the first waiter of each group try once. Returns the groups that may get more. */
  async #takeTurns(keys: string[]): Promise<string[]> {
    const served: string[] = [];
    const queue = keys.values();
    const work = async () => {
      for (const key of queue) if (await this.#tryFirst(key)) served.push(key);
    };
    await Promise.all(Array.from({ length: attemptsAtOnce }, work));
    return served;
  }

  /** Returns whether the first waiter of the group got a task and others of it still wait. */
  async #tryFirst(key: string): Promise<boolean> {
    const waiter = this.#groups.get(key)?.[0];
    if (!waiter) return false;
    waiter.isTrying = true;
    try {
      const task = await claimTask(waiter.scope, waiter.claim);
      waiter.isTrying = false;
      if (task || waiter.over.aborted) waiter.settle(task);
      const others = this.#groups.get(key);
      if (!task || !others) return false;
      this.#groups.delete(key);
      this.#groups.set(key, others);
      return true;
    } catch (error) {
      waiter.fail(error);
      return false;
    }
  }
}
