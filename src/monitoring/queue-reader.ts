import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { type QueueReading, readQueues } from './read-queues.ts';

const keptMs = 5_000;
const patienceMs = 2_000;

interface Known extends QueueReading {
  /** The time of the reading, by the monotonic clock. */
  readAt: number;
}

/**
 * Reads the queues for scrapes: at most every 5 s, once for all scrapes that wait, and no scrape waits longer than 2 s.
 * While the database does not answer, scrapes still get everything else.
 */
export class QueueReader {
  readonly #db: Pick<Database, 'reads'>;
  readonly #clock: Clock;
  #known: Known | undefined;
  #reading: Promise<void> | undefined;
  /** Whether the last reading succeeded; undefined before the first. */
  isAnswering: boolean | undefined;

  constructor(db: Pick<Database, 'reads'>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The last reading, if it is recent enough to be meaningful. */
  async read(): Promise<QueueReading | undefined> {
    if (this.#ageMs() > keptMs) {
      this.#reading ??= this.#readAnew();
      const isLate = await Promise.race([this.#reading.then(() => false), patience()]);
      if (isLate) this.isAnswering = false;
    }
    return this.#ageMs() <= keptMs + patienceMs ? this.#known : undefined;
  }

  #ageMs(): number {
    return this.#known ? performance.now() - this.#known.readAt : Number.POSITIVE_INFINITY;
  }

  async #readAnew(): Promise<void> {
    try {
      this.#known = { ...(await readQueues(this.#db.reads, this.#clock.now())), readAt: performance.now() };
      this.isAnswering = true;
    } catch {
      // Callers that need the database report the failure; here only the gauge docket_db_up shows it.
      this.isAnswering = false;
    } finally {
      this.#reading = undefined;
    }
  }
}

const patience = () => new Promise<true>((resolve) => setTimeout(() => resolve(true), patienceMs).unref());
