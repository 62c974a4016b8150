import type { Queries } from '../../platform/db/index.ts';
import { leaseLeftMinMs, leaseMs, leaseRenewBelowMs } from '../webhook.ts';
import {
  acquireWebhooks,
  listDueWebhooks,
  releaseAllWebhooks,
  releaseWebhooks,
  type WebhookKey,
} from './delivery-store.ts';
import { FairShare } from './fair-share.ts';
import { LeasedWebhook } from './leased-webhook.ts';

// A lease without deliveries read ahead takes some hundred bytes.
const leasesMaxDefault = 2_000;

/**
 * The webhooks that this process has leased. A webhook belongs to one process at a time: `webhooks.lease` names the holder.
 *
 * | State      | Event                                                        | Next state                           |
 * |------------|--------------------------------------------------------------|--------------------------------------|
 * | not leased | deliveries are due and no other lease is valid               | leased for 60 s                      |
 * | leased     | less than 40 s are left, deliveries are in memory or due     | leased for another 60 s              |
 * | leased     | the same, and another webhook of its owner waits for a lease | retiring                             |
 * | leased     | less than 40 s are left, nothing is in memory or due         | not leased, once the lease ends      |
 * | leased     | the lease has ended, nothing is in memory                    | not leased                           |
 * | retiring   | nothing is in memory                                         | not leased                           |
 * | leased     | other processes may have concluded that this one ended       | leased until now, so renewed or lost |
 * | any        | the process stops or ended                                   | not leased                           |
 */
export class WebhookLeases {
  readonly #holder: string;
  readonly #webhooks = new Map<number, LeasedWebhook>();
  /** The leases of each owner. The first one sends next. */
  readonly #turns = new Map<string, Set<LeasedWebhook>>();
  readonly #share: FairShare;
  /** Owners with due webhooks that had no room at the last look. */
  #waitingOwners = new Set<string>();

  /** `holder` is unique to this process. */
  constructor(holder: string, leasesMax = leasesMaxDefault) {
    this.#holder = holder;
    this.#share = new FairShare(leasesMax);
  }

  find(number: number): LeasedWebhook | undefined {
    return this.#webhooks.get(number);
  }

  listOwners(): Iterable<string> {
    return this.#turns.keys();
  }

  /** The leases of an owner in the order of their turns. */
  listOf(ownerId: string): Iterable<LeasedWebhook> {
    return this.#turns.get(ownerId) ?? [];
  }

  /**
   * To be called after each attempt: the other webhooks of the owner come first. An iteration of `listOf` then visits
   * this one again.
   */
  hadTurn(leased: LeasedWebhook): void {
    const turns = this.#turns.get(leased.ownerId);
    if (turns?.delete(leased)) turns.add(leased);
  }

  /** The webhooks that could send more if more were read: of each owner as many as may start an attempt. */
  listNeedingMore(now: number, inFlight: FairShare): LeasedWebhook[] {
    const needing: LeasedWebhook[] = [];
    for (const [ownerId, turns] of this.#turns) {
      let room = inFlight.roomOf(ownerId);
      for (const leased of turns) {
        if (room <= 0) break;
        if (!leased.needsMore || leased.leaseUntil - now < leaseLeftMinMs) continue;
        needing.push(leased);
        room--;
      }
    }
    return needing;
  }

  /**
   * Returns the ids of the leases to renew, and drops the idle ones among them. A lease with more than 60 s left comes from
   * a clock that was ahead, and is renewed too.
   */
  listRenewals(now: number): string[] {
    const ids: string[] = [];
    for (const leased of this.#webhooks.values()) {
      const leftMs = leased.leaseUntil - now;
      if (leased.isRetiring || (leftMs <= leaseMs && leftMs >= leaseRenewBelowMs)) continue;
      if (leased.isIdle && !leased.mayHaveMore) this.#drop(leased);
      else if (this.#waitingOwners.has(leased.ownerId)) leased.retire();
      else ids.push(leased.id);
    }
    return ids;
  }

  /** Marks the leased webhooks that have due deliveries, and returns the ids of others to acquire. */
  async findDue(queries: Queries, now: number): Promise<string[]> {
    const chosen: WebhookKey[] = [];
    this.#waitingOwners = new Set();
    for (const key of await listDueWebhooks(queries, { now, lease: this.#holder })) {
      const leased = this.#webhooks.get(key.number);
      if (leased) leased.mayHaveMore = true;
      else if (this.#share.roomOf(key.ownerId) === 0) this.#waitingOwners.add(key.ownerId);
      else {
        chosen.push(key);
        this.#share.take(key.ownerId);
      }
    }
    // Counted here only to choose; `acquired` counts the leases that no other process took first.
    for (const { ownerId } of chosen) this.#share.leave(ownerId);
    return chosen.map(({ id }) => id);
  }

  acquire(tx: Queries, ids: string[], now: number) {
    return acquireWebhooks(tx, { ids, lease: this.#holder, now, until: now + leaseMs });
  }

  /** Called after the transaction of `acquire` is committed. */
  acquired(keys: WebhookKey[], now: number): void {
    const leaseUntil = now + leaseMs;
    for (const key of keys) {
      const leased = this.#webhooks.get(key.number);
      if (leased) leased.leaseUntil = leaseUntil;
      else this.#add(new LeasedWebhook(key, leaseUntil));
    }
  }

  listRetired(): LeasedWebhook[] {
    return [...this.#webhooks.values()].filter(({ isRetiring, isIdle }) => isRetiring && isIdle);
  }

  release(tx: Queries, retired: LeasedWebhook[]) {
    return releaseWebhooks(tx, { ids: retired.map(({ id }) => id), lease: this.#holder });
  }

  /** Called after the transaction of `release` is committed. */
  released(retired: LeasedWebhook[]): void {
    for (const leased of retired) this.#drop(leased);
  }

  /** Drops the leases that ended and were not renewed, because another process has acquired them. */
  dropEnded(now: number): void {
    for (const leased of this.#webhooks.values()) {
      if (leased.leaseUntil <= now && leased.isIdle) this.#drop(leased);
    }
  }

  /** Makes every lease due for renewal before it is used again. */
  distrust(now: number): void {
    for (const leased of this.#webhooks.values()) leased.leaseUntil = Math.min(leased.leaseUntil, now);
  }

  releaseAll(tx: Queries) {
    return releaseAllWebhooks(tx, { lease: this.#holder });
  }

  #add(leased: LeasedWebhook): void {
    const { number, ownerId } = leased;
    this.#webhooks.set(number, leased);
    this.#share.take(ownerId);
    const turns = this.#turns.get(ownerId);
    if (turns) turns.add(leased);
    else this.#turns.set(ownerId, new Set([leased]));
  }

  #drop(leased: LeasedWebhook): void {
    const { number, ownerId } = leased;
    this.#webhooks.delete(number);
    this.#share.leave(ownerId);
    const turns = this.#turns.get(ownerId);
    turns?.delete(leased);
    if (turns?.size === 0) this.#turns.delete(ownerId);
  }
}
