import { lanes } from './delivery.ts';
import type { DueDelivery, SendableWebhook, Wanted } from './delivery-store.ts';
import {
  againPerWebhook,
  failuresUntilCareful,
  inFlightPerWebhook,
  inFlightWhenFailing,
  readAheadMax,
} from './webhook.ts';

/**
 * A webhook for which this process delivers: what was read ahead, what is being sent, and what is not written down yet.
 * Pure bookkeeping; whoever holds it reads and sends.
 */
export class HeldWebhook {
  readonly number: number;
  readonly id: string;
  /** Until when nobody else delivers for it. */
  leaseUntil: number;
  webhook: SendableWebhook | undefined;
  /** Whether more may be due than what was read. */
  mayHaveMore = true;
  readonly #waiting: [first: DueDelivery[], again: DueDelivery[]] = [[], []];
  readonly #inFlight: [first: number, again: number] = [0, 0];
  /** By the numbers of their events: what a look at the database finds pending, but is in our hands. */
  readonly #inHand = new Set<number>();
  #readAt = 0;

  constructor(number: number, id: string, leaseUntil: number) {
    this.number = number;
    this.id = id;
    this.leaseUntil = leaseUntil;
  }

  get isIdle(): boolean {
    return this.#inHand.size === 0;
  }

  get needsMore(): boolean {
    return this.mayHaveMore && this.#waiting[0].length + this.#waiting[1].length < readAheadMax / 2;
  }

  /** So many must be read that enough of them are new. */
  wanted(): Wanted {
    const limit = this.#inHand.size + readAheadMax;
    return { webhookNumber: this.number, first: limit, again: limit };
  }

  add(deliveries: DueDelivery[], readAtMs: number): void {
    const { first, again } = this.wanted();
    const counts = [0, 0] as [number, number];
    for (const delivery of deliveries) {
      const lane = delivery.lane === lanes.first ? 0 : 1;
      counts[lane]++;
      if (this.#inHand.has(delivery.eventSeq)) continue;
      this.#inHand.add(delivery.eventSeq);
      this.#waiting[lane].push(delivery);
    }
    this.mayHaveMore = counts[0] >= first || counts[1] >= again;
    this.#readAt = readAtMs;
  }

  /** What was read too long ago is forgotten and read again: whoever owns the webhook may have lost their access. */
  forgetOlderThan(readAtMs: number): void {
    if (this.#readAt >= readAtMs) return;
    this.forget();
  }

  forget(): void {
    for (const waiting of this.#waiting) {
      if (waiting.length > 0) this.mayHaveMore = true;
      for (const { eventSeq } of waiting.splice(0)) this.#inHand.delete(eventSeq);
    }
  }

  /** The next to send, if there is one and room for it. First attempts come first, and others never take all the room. */
  next(): DueDelivery | undefined {
    const [first, again] = this.#inFlight;
    const isCareful = (this.webhook?.failureCount ?? 0) >= failuresUntilCareful;
    if (first + again >= (isCareful ? inFlightWhenFailing : inFlightPerWebhook)) return undefined;
    const lane = this.#waiting[0].length > 0 ? 0 : 1;
    if (lane === 1 && again >= againPerWebhook) return undefined;
    const delivery = this.#waiting[lane].shift();
    if (delivery) this.#inFlight[lane]++;
    return delivery;
  }

  /** It was answered; it stays in hand until that is written down. */
  answered({ lane }: DueDelivery): void {
    this.#inFlight[lane === lanes.first ? 0 : 1]--;
  }

  writtenDown({ eventSeq }: DueDelivery): void {
    this.#inHand.delete(eventSeq);
  }
}
