import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { OutboundHttp } from '../../platform/outbound-http/index.ts';
import { type Random, random as realRandom } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { setTimer } from '../../platform/timer.ts';
import { leaseLeftMinMs, leaseMs } from '../webhook.ts';
import { type AttemptDependencies, attemptDelivery } from './attempt-delivery.ts';
import { clampFutureTimes, type DueDelivery, type SendableWebhook } from './delivery-store.ts';
import { FairShare } from './fair-share.ts';
import type { LeasedWebhook } from './leased-webhook.ts';
import { probeDisabled } from './probe-disabled.ts';
import { pruneDeliveries } from './prune-deliveries.ts';
import { readAhead } from './read-ahead.ts';
import { type EndedDelivery, recordResults } from './record-results.ts';
import { longestWaitMs } from './retry-policy.ts';
import { newSecretLookup } from './signing-secrets.ts';
import { WebhookLeases } from './webhook-leases.ts';

export interface DeliveryOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  outbound: OutboundHttp;
  box: SecretBox;
  /** The wait after each failed attempt, in milliseconds. The attempt after the last wait is the last one. */
  schedule: readonly number[];
  /** How long deliveries are kept. */
  keptMs: number;
  random?: Random;
}

const inFlightMax = 500;
// The results of 5 ms are recorded in one commit: a commit costs about the same for one result as for a hundred.
const batchMs = 5;
const batchSizeMax = 64;
const readAheadValidMs = 2 * secondMs;
const drainTimeoutMs = 2 * secondMs;

/**
 * Delivers webhooks. Any number of processes may do so: each webhook is leased to one at a time (`WebhookLeases`).
 * A `BackgroundLoop` runs `#cycle`: record results, acquire leases, read ahead, send. A second loop runs `tick`.
 * Owners share the attempts in flight (`FairShare`), and the webhooks of one owner take turns.
 *
 * | State    | Event                                                  | What follows                                    |
 * |----------|--------------------------------------------------------|-------------------------------------------------|
 * | new      | `settle`                                               | cycles until nothing is due or in flight        |
 * | new      | `start`                                                | started                                         |
 * | started  | commit notification                                    | a cycle that looks for due webhooks             |
 * | started  | 64 results, or no attempt in flight                    | a cycle                                         |
 * | started  | another result, or read-ahead running low              | a cycle within 5 ms                             |
 * | started  | a cycle fails                                          | its results stay in memory; the loop backs off  |
 * | any      | `stop`                                                 | stopping: no new attempts                       |
 * | stopping | nothing in flight, or 2 s have passed                  | connections are closed, results recorded, leases released |
 */
export class DeliveryWorker {
  readonly #options: DeliveryOptions;
  readonly #attempts: AttemptDependencies;
  readonly #leases: WebhookLeases;
  readonly #deliveryLoop: BackgroundLoop;
  readonly #tickLoop: BackgroundLoop;
  readonly #inFlight = new FairShare(inFlightMax);
  #ended: EndedDelivery[] = [];
  /** Whether a transaction may have inserted deliveries since the last look for due webhooks. */
  #hasNotification = false;
  #isStopping = false;
  #cancelBatchTimer: (() => void) | undefined;
  #latestNow = Number.NEGATIVE_INFINITY;
  #idle = Promise.withResolvers<void>();
  #unsubscribe: (() => void) | undefined;

  constructor(options: DeliveryOptions) {
    const { db, clock, logger, outbound, box, schedule, random = realRandom } = options;
    this.#options = options;
    this.#attempts = { clock, logger, outbound, schedule, random, findSigningSecrets: newSecretLookup(box) };
    // A process can run several workers.
    this.#leases = new WebhookLeases(`${db.presence.id}.${newId(clock.now())}`);
    this.#deliveryLoop = new BackgroundLoop({
      name: 'webhook deliveries',
      logger,
      step: () => this.#runCycle(),
    });
    this.#tickLoop = new BackgroundLoop({
      name: 'webhook probes and pruning',
      logger,
      intervalMs: minuteMs,
      step: () => this.tick(),
    });
    this.#deliveryLoop.start();
  }

  /** Delivers from now on whenever something is due. Before it, deliveries go out only through `settle`. */
  start(): void {
    const { db, clock, schedule } = this.#options;
    const notify = () => this.#notify();
    const unsubscribe = db.subscribe(notify);
    const stopDoubting = db.presence.onDoubt(() => {
      this.#leases.distrust(clock.now());
      this.#notify();
    });
    this.#unsubscribe = () => {
      unsubscribe();
      stopDoubting();
    };
    this.#tickLoop.start();
    repairClockSkew(db, clock.now(), schedule).then(notify, notify);
  }

  /** Delivers what is due now. Resolves when nothing is in flight. */
  async settle(): Promise<void> {
    const { promise } = this.#idle;
    this.#notify();
    await promise;
  }

  /** Runs once a minute. No notification announces this work. */
  async tick(): Promise<void> {
    const { db, clock, outbound, keptMs } = this.#options;
    const now = clock.now();
    const { findSigningSecrets } = this.#attempts;
    await probeDisabled({ db, outbound, findSigningSecrets, clock }, now);
    await pruneDeliveries(db, now, keptMs);
  }

  /** Waits up to 2 s for attempts in flight. An attempt that takes longer is interrupted and sent again later. */
  async stop(): Promise<void> {
    const { db, clock, outbound } = this.#options;
    this.#isStopping = true;
    this.#unsubscribe?.();
    const tickStopped = this.#tickLoop.stop();
    if (this.#inFlight.total > 0) await this.#drain();
    await outbound.close();
    while (this.#inFlight.total > 0) await nextTurn();
    await this.#deliveryLoop.stop();
    await this.#recordAndAcquire(clock.now(), []).catch(() => {});
    await db.transaction((tx) => this.#leases.releaseAll(tx)).catch(() => {});
    await tickStopped;
  }

  async #drain(): Promise<void> {
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const cancel = setTimer(drainTimeoutMs, resolve);
    await Promise.race([this.#idle.promise, timedOut]);
    cancel();
  }

  #notify(): void {
    this.#hasNotification = true;
    this.#deliveryLoop.wake();
  }

  #wakeSoon(): void {
    this.#cancelBatchTimer ??= setTimer(batchMs, this.#deliveryLoop.wake);
  }

  async #runCycle(): Promise<void> {
    // Everything that was committed or answered in this event-loop turn is handled together.
    await nextTurn();
    this.#cancelBatchTimer?.();
    this.#cancelBatchTimer = undefined;
    try {
      await this.#cycle();
    } catch (error) {
      this.#hasNotification = true;
      throw error;
    }
    const isDone = this.#isStopping || !(this.#hasNotification || this.#needsMore());
    if (this.#inFlight.total > 0 || this.#ended.length > 0 || !isDone) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers();
  }

  async #cycle(): Promise<void> {
    const { db, clock, schedule } = this.#options;
    const now = clock.now();
    if (now < this.#latestNow - minuteMs) await repairClockSkew(db, now, schedule);
    this.#latestNow = now;
    await db.presence.announce();
    const leaseIds = this.#isStopping ? [] : await this.#findLeasesToAcquire(now);
    await this.#recordAndAcquire(now, leaseIds);
    if (!this.#isStopping) await this.#readAhead(now);
    for (const ownerId of this.#leases.listOwners()) this.#sendForOwner(ownerId);
  }

  /** The ids of the webhooks to lease: leases to renew, and after a notification webhooks with due deliveries. */
  async #findLeasesToAcquire(now: number): Promise<string[]> {
    const hadNotification = this.#hasNotification;
    this.#hasNotification = false;
    const ids = this.#leases.listRenewals(now);
    if (hadNotification) ids.push(...(await this.#leases.findDue(this.#options.db.reads, now)));
    return ids;
  }

  /** Records the results so far, releases and acquires leases, in one commit. */
  async #recordAndAcquire(now: number, ids: string[]): Promise<void> {
    const ended = this.#ended;
    const retired = this.#leases.listRetired();
    if (ended.length === 0 && ids.length === 0 && retired.length === 0) return;
    this.#ended = [];
    try {
      const acquired = await this.#options.db.transaction(async (tx) => {
        if (ended.length > 0) await recordResults(tx, ended, now);
        if (retired.length > 0) await this.#leases.release(tx, retired);
        return ids.length > 0 ? this.#leases.acquire(tx, ids, now) : [];
      });
      this.#leases.acquired(acquired, now);
      this.#leases.released(retired);
      // The webhooks that waited for these leases are due, and no commit announces them.
      if (retired.length > 0) this.#notify();
    } catch (error) {
      this.#ended = [...ended, ...this.#ended];
      throw error;
    }
    for (const { delivery } of ended) this.#leases.find(delivery.webhookNumber)?.recorded(delivery);
    this.#leases.dropEnded(now);
  }

  async #readAhead(now: number): Promise<void> {
    await readAhead(this.#options.db.reads, this.#leases.listNeedingMore(now, this.#inFlight), now);
  }

  #needsMore(): boolean {
    return this.#leases.listNeedingMore(this.#options.clock.now(), this.#inFlight).length > 0;
  }

  /** Sends what was read of an owner's webhooks, one delivery of each in turn, as far as the in-flight windows allow. */
  #sendForOwner(ownerId: string): void {
    if (this.#isStopping) return;
    const now = this.#options.clock.now();
    const validFromMs = performance.now() - readAheadValidMs;
    let needsMore = false;
    for (const leased of this.#leases.listOf(ownerId)) {
      if (this.#inFlight.roomOf(ownerId) === 0) return;
      if (leased.leaseUntil - now < leaseLeftMinMs) continue;
      leased.dropReadAheadBefore(validFromMs);
      const delivery = leased.webhook && leased.next();
      if (delivery) this.#send(leased, delivery);
      else needsMore ||= leased.needsMore;
    }
    if (needsMore) this.#wakeSoon();
  }

  #send(leased: LeasedWebhook, delivery: DueDelivery): void {
    this.#inFlight.take(leased.ownerId);
    this.#leases.hadTurn(leased);
    void attemptDelivery(this.#attempts, leased.webhook as SendableWebhook, delivery).then((ended) =>
      this.#attemptEnded(leased, delivery, ended),
    );
  }

  #attemptEnded(leased: LeasedWebhook, delivery: DueDelivery, ended: EndedDelivery | undefined): void {
    this.#inFlight.leave(leased.ownerId);
    leased.attemptEnded(delivery);
    if (ended) this.#ended.push(ended);
    else leased.recorded(delivery);
    this.#sendForOwner(leased.ownerId);
    if (this.#inFlight.total === 0 || this.#ended.length >= batchSizeMax) this.#deliveryLoop.wake();
    else this.#wakeSoon();
  }
}

/**
 * Repairs the times that a clock ahead of time has stored. Without it, retries and leases would wait until the time that
 * the clock showed before it was corrected.
 */
const repairClockSkew = (db: Database, now: number, schedule: readonly number[]): Promise<void> =>
  db.transaction((tx) => clampFutureTimes(tx, now, { leaseMs, waitsMs: schedule.map(longestWaitMs) }));
