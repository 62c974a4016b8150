import type { Queries } from '../../platform/db/index.ts';
import { leaseMs, leaseRenewBelowMs } from '../webhook.ts';
import { acquireWebhooks, listDueWebhooks, releaseWebhooks } from './delivery-store.ts';
import { LeasedWebhook } from './leased-webhook.ts';

const leasesMax = 500;

/**
 * The webhooks that this process has leased. A webhook belongs to one process at a time: `webhooks.lease` names the holder.
 *
 * | State      | Event                                               | Next state                      |
 * |------------|-----------------------------------------------------|---------------------------------|
 * | not leased | deliveries are due and no other lease is valid      | leased for 60 s                 |
 * | leased     | less than 40 s are left, deliveries are held or due | leased for another 60 s         |
 * | leased     | less than 40 s are left, nothing is held or due     | not leased, once the lease ends |
 * | leased     | the lease has ended, nothing is held                | not leased                      |
 * | leased     | the process stops                                   | not leased                      |
 */
export class WebhookLeases {
  readonly #holder: string;
  readonly #webhooks = new Map<number, LeasedWebhook>();

  /** `holder` is unique to this process. */
  constructor(holder: string) {
    this.#holder = holder;
  }

  list(): Iterable<LeasedWebhook> {
    return this.#webhooks.values();
  }

  find(number: number): LeasedWebhook | undefined {
    return this.#webhooks.get(number);
  }

  /**
   * Returns the ids of the leases to renew, and drops the idle ones among them. A lease with more than 60 s left comes from
   * a clock that was ahead, and is renewed too.
   */
  listRenewals(now: number): string[] {
    const ids: string[] = [];
    for (const leased of this.#webhooks.values()) {
      const leftMs = leased.leaseUntil - now;
      if (leftMs <= leaseMs && leftMs >= leaseRenewBelowMs) continue;
      if (leased.isIdle && !leased.mayHaveMore) this.#webhooks.delete(leased.number);
      else ids.push(leased.id);
    }
    return ids;
  }

  /** Marks the leased webhooks that have due deliveries, and returns the ids of others to acquire. */
  async findDue(queries: Queries, now: number, renewing: number): Promise<string[]> {
    const ids: string[] = [];
    for (const { id, number } of await listDueWebhooks(queries, now, this.#holder)) {
      const leased = this.#webhooks.get(number);
      if (leased) leased.mayHaveMore = true;
      else if (this.#webhooks.size + renewing + ids.length < leasesMax) ids.push(id);
    }
    return ids;
  }

  acquire(tx: Queries, ids: string[], now: number) {
    return acquireWebhooks(tx, ids, this.#holder, now, now + leaseMs);
  }

  /** To be called when the transaction of `acquire` is committed. */
  acquired(rows: { id: string; number: number }[], now: number): void {
    const leaseUntil = now + leaseMs;
    for (const { id, number } of rows) {
      const leased = this.#webhooks.get(number);
      if (leased) leased.leaseUntil = leaseUntil;
      else this.#webhooks.set(number, new LeasedWebhook(number, id, leaseUntil));
    }
  }

  /** Drops the leases that ended and were not renewed, because another process has acquired them. */
  dropEnded(now: number): void {
    for (const leased of this.#webhooks.values()) {
      if (leased.leaseUntil <= now && leased.isIdle) this.#webhooks.delete(leased.number);
    }
  }

  release(tx: Queries) {
    return releaseWebhooks(tx, this.#holder);
  }
}
