import type { FastifyReply } from 'fastify';
import { clientNetworks, siteShare } from '../client-networks.ts';
import type { SteadyClock } from '../clock.ts';
import { minuteMs, secondMs } from '../clock.ts';
import type { SharedCounts } from '../db/index.ts';
import { rateLimited } from '../errors.ts';
import { type Repeat, repeat } from '../timer.ts';

/**
 * From this share of the limit on, a process reports the count of a credential to the others. Most credentials stay
 * below it.
 */
const sharedFrom = 0.01;
/** The share of the limit that all processes together may admit between two exchanges. */
const betweenExchanges = 0.05;
const exchangeEveryMs = secondMs;
const subjectsPerExchange = 5_000;

interface Count {
  credential: string;
  /** Requests that this process has admitted in this minute. */
  admitted: number;
  /** How many of them this process has reported to the others. */
  shared: number;
  /** Requests that the other processes have admitted in this minute, as far as they have reported them. */
  others: number;
  processes: number;
  isListed: boolean;
}

interface RateLimiterParts {
  clock: Pick<SteadyClock, 'steadyNow'>;
  /** Undefined if no other process serves the same database. */
  shared?: SharedCounts | undefined;
  /** Replaced by tests. */
  every?: Repeat;
}

/**
 * Counts requests per credential in fixed windows of a minute, and refuses those beyond the limit.
 *
 * Processes on one database exchange their counts each second, and at once when one of them has admitted its share of 5 % of
 * the limit since. A request never waits for an exchange. So all processes together admit at most the limit, 5 % more, 1 %
 * more for each process that has too few requests of the credential to tell the others, and what arrives during one
 * exchange. While the database does not answer, each process counts alone. Windows are minutes of the database's clock,
 * followed by the monotonic clock.
 */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #clock: Pick<SteadyClock, 'steadyNow'>;
  readonly #shared: SharedCounts | undefined;
  readonly #stopExchanges: () => void = () => {};
  #counts = new Map<string, Count>();
  /** Counts that are to be reported to the other processes. */
  #changed: Count[] = [];
  #windowEndsAt = Number.NEGATIVE_INFINITY;
  /** By the database's clock; undefined until the database has answered. */
  #minute: number | undefined;
  #sweptMinute: number | undefined;
  #exchange: Promise<void> | undefined;
  /** After a failure only the timer starts the next exchange. */
  #hasFailed = false;

  constructor(perMinute: number, { clock, shared, every = repeat }: RateLimiterParts) {
    this.#perMinute = perMinute;
    this.#clock = clock;
    this.#shared = shared;
    if (!shared) return;
    this.#stopExchanges = every(exchangeEveryMs, () => {
      if (this.#minute === undefined || this.#changed.length > 0) this.#startExchange();
    });
    this.#startExchange();
  }

  /** Counts a request of a client without a credential: of its network, and of the site around it. */
  admitAddress(address: string, reply: Pick<FastifyReply, 'header'>): void {
    const { network, site } = clientNetworks(address);
    this.admit(`address ${network}`, reply);
    if (site !== undefined) this.admit(`address ${site}`, undefined, this.#perMinute * siteShare);
  }

  /** Counts a request. Throws if it exceeds the limit. Without a reply, the headers keep the values of another count. */
  admit(
    credential: string,
    reply: Pick<FastifyReply, 'header'> | undefined,
    perMinute = this.#perMinute,
  ): void {
    const now = this.#clock.steadyNow();
    if (now >= this.#windowEndsAt) this.#startWindow(now);
    const count = this.#counts.get(credential) ?? this.#newCount(credential);
    const isAdmitted = count.admitted + count.others < perMinute;
    if (isAdmitted) count.admitted++;
    const remaining = Math.max(0, perMinute - count.admitted - count.others);
    const resetSeconds = Math.ceil((this.#windowEndsAt - now) / secondMs);
    reply?.header('ratelimit-limit', String(perMinute));
    reply?.header('ratelimit-remaining', String(remaining));
    reply?.header('ratelimit-reset', String(resetSeconds));
    if (!isAdmitted) {
      throw rateLimited(
        `More than ${perMinute} requests in a minute. Slow down and try again.`,
        resetSeconds,
      );
    }
    if (this.#shared && count.admitted >= this.#perMinute * sharedFrom) this.#noteChange(count);
  }

  /** Resolves when no exchange is running, and none will. */
  async stop(): Promise<void> {
    this.#stopExchanges();
    await this.#exchange;
  }

  #startWindow(now: number): void {
    const isFirst = this.#windowEndsAt === Number.NEGATIVE_INFINITY;
    const minutes = isFirst ? 0 : Math.floor((now - this.#windowEndsAt) / minuteMs) + 1;
    this.#resetCounts();
    this.#windowEndsAt = isFirst ? now + minuteMs : this.#windowEndsAt + minutes * minuteMs;
    if (this.#minute !== undefined) this.#minute += minutes;
  }

  #resetCounts(): void {
    this.#counts = new Map();
    this.#changed = [];
  }

  #newCount(credential: string): Count {
    const count = { credential, admitted: 0, shared: 0, others: 0, processes: 0, isListed: false };
    this.#counts.set(credential, count);
    return count;
  }

  #noteChange(count: Count): void {
    if (!count.isListed) {
      count.isListed = true;
      this.#changed.push(count);
    }
    const share = (this.#perMinute * betweenExchanges) / (count.processes + 1);
    if (count.admitted - count.shared >= share && !this.#hasFailed) this.#startExchange();
  }

  #startExchange(): void {
    this.#exchange ??= this.#exchangeOnce().finally(() => {
      this.#exchange = undefined;
    });
  }

  async #exchangeOnce(): Promise<void> {
    const shared = this.#shared as SharedCounts;
    const counts = this.#counts;
    const sent = this.#minute === undefined ? [] : this.#changed.splice(0, subjectsPerExchange);
    for (const count of sent) count.isListed = false;
    try {
      const own = new Map(sent.map(({ credential, admitted }) => [credential, admitted]));
      const [now, others] = await Promise.all([
        shared.now(),
        sent.length === 0 ? [] : shared.exchange(this.#minute as number, own),
      ]);
      this.#hasFailed = false;
      for (const count of sent) count.shared = Math.max(count.shared, own.get(count.credential) as number);
      for (const { subject, used, processes } of others) {
        const count = counts.get(subject);
        // A table that lost its rows in a crash has fewer than were known.
        if (count) Object.assign(count, { others: Math.max(count.others, used), processes });
      }
      this.#follow(now);
      await this.#sweep();
    } catch {
      // This process continues to count and reports at the next exchange.
      this.#hasFailed = true;
      if (counts === this.#counts) for (const count of sent) this.#noteChange(count);
    }
  }

  /** The clocks of a process and of the database may differ by a moment, so that they are in neighbouring minutes. */
  #follow({ minute, endsInMs }: { minute: number; endsInMs: number }): void {
    const isFirst = this.#minute === undefined;
    const ahead = isFirst ? 0 : (this.#minute as number) - minute;
    if (ahead !== 0 && ahead !== 1) this.#resetCounts();
    this.#minute = ahead === 1 ? minute + 1 : minute;
    this.#windowEndsAt = this.#clock.steadyNow() + endsInMs + (ahead === 1 ? minuteMs : 0);
  }

  /** Once a minute. The minute before is kept for processes that are still in it. */
  async #sweep(): Promise<void> {
    if (this.#minute === undefined || this.#sweptMinute === this.#minute) return;
    this.#sweptMinute = this.#minute;
    await this.#shared?.deleteBefore(this.#minute - 1);
  }
}
