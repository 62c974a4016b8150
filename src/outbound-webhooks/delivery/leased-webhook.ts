import {
  failuresUntilThrottled,
  inFlightPerWebhook,
  inFlightWhenThrottled,
  readAheadMax,
  retriesInFlightPerWebhook,
} from '../webhook.ts';
import { deliveryQueues } from './delivery.ts';
import type { DueDelivery, ReadLimits, SendableWebhook, WebhookKey } from './delivery-store.ts';

/**
 * A webhook that this process has leased, with its deliveries in memory. It does no I/O.
 *
 * | State of a delivery | Entered by                    | Next                                                          |
 * |---------------------|-------------------------------|---------------------------------------------------------------|
 * | read ahead          | `add`                         | `next` → in flight; `dropReadAhead` → pending in the database |
 * | in flight           | `next`                        | `attemptEnded` → ended                                        |
 * | ended               | `attemptEnded`                | `recorded` → forgotten                                        |
 *
 * In all three states the database still has the delivery as pending, so `add` skips what it already holds.
 */
export class LeasedWebhook {
  readonly number: number;
  readonly id: string;
  readonly ownerId: string;
  /** Until then no other process delivers for this webhook. */
  leaseUntil: number;
  webhook: SendableWebhook | undefined;
  /** Whether more deliveries may be due than were read. */
  mayHaveMore = true;
  #isRetiring = false;
  readonly #readAhead: [first: DueDelivery[], retry: DueDelivery[]] = [[], []];
  readonly #inFlight: [first: number, retry: number] = [0, 0];
  /** The event numbers of all deliveries in memory. */
  readonly #inMemory = new Set<number>();
  #readAtMs = 0;

  constructor({ number, id, ownerId }: WebhookKey, leaseUntil: number) {
    this.number = number;
    this.id = id;
    this.ownerId = ownerId;
    this.leaseUntil = leaseUntil;
  }

  get isIdle(): boolean {
    return this.#inMemory.size === 0;
  }

  get isRetiring(): boolean {
    return this.#isRetiring;
  }

  get needsMore(): boolean {
    const isLow = this.#readAhead[0].length + this.#readAhead[1].length < readAheadMax / 2;
    return this.mayHaveMore && isLow && !this.#isRetiring;
  }

  /** Whether another attempt may start in addition to those in flight. */
  get hasRoom(): boolean {
    const isThrottled = (this.webhook?.failureCount ?? 0) >= failuresUntilThrottled;
    const [first, retry] = this.#inFlight;
    return !this.#isRetiring && first + retry < (isThrottled ? inFlightWhenThrottled : inFlightPerWebhook);
  }

  /** A query also returns the deliveries that are in memory, so the limit is raised by their number. */
  readLimits(): ReadLimits {
    const limit = this.#inMemory.size + readAheadMax;
    return { webhookNumber: this.number, first: limit, retry: limit };
  }

  add(deliveries: DueDelivery[], readAtMs: number): void {
    const { first, retry } = this.readLimits();
    const counts = [0, 0] as [number, number];
    for (const delivery of deliveries) {
      const queue = queueIndex(delivery);
      counts[queue]++;
      if (this.#inMemory.has(delivery.eventSeq)) continue;
      this.#inMemory.add(delivery.eventSeq);
      this.#readAhead[queue].push(delivery);
    }
    this.mayHaveMore = counts[0] >= first || counts[1] >= retry;
    this.#readAtMs = readAtMs;
  }

  /** Old read-ahead is read again before it is sent: the owner may have lost access since. */
  dropReadAheadBefore(readAtMs: number): void {
    if (this.#readAtMs < readAtMs) this.dropReadAhead();
  }

  dropReadAhead(): void {
    for (const deliveries of this.#readAhead) {
      if (deliveries.length > 0) this.mayHaveMore = true;
      for (const { eventSeq } of deliveries.splice(0)) this.#inMemory.delete(eventSeq);
    }
  }

  /** Starts no more attempts; the lease is released when those in flight are recorded. */
  retire(): void {
    this.#isRetiring = true;
    this.dropReadAhead();
  }

  /** The next delivery to send, if one is read and the in-flight window has room. First attempts go before retries. */
  next(): DueDelivery | undefined {
    if (!this.hasRoom) return undefined;
    const [, retry] = this.#inFlight;
    const queue = this.#readAhead[0].length > 0 ? 0 : 1;
    if (queue === 1 && retry >= retriesInFlightPerWebhook) return undefined;
    const delivery = this.#readAhead[queue].shift();
    if (delivery) this.#inFlight[queue]++;
    return delivery;
  }

  attemptEnded(delivery: DueDelivery): void {
    this.#inFlight[queueIndex(delivery)]--;
  }

  /** The result is committed, or the attempt does not count and the delivery is read again. */
  recorded({ eventSeq }: DueDelivery): void {
    this.#inMemory.delete(eventSeq);
  }
}

const queueIndex = ({ queue }: DueDelivery) => (queue === deliveryQueues.first ? 0 : 1);
