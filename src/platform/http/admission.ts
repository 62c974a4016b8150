export interface AdmissionLimits {
  /** Above this expected wait, callers with more than their share of the requests in flight are refused. */
  shareWaitMs: number;
  /** Above this expected wait, everybody with a request in flight is refused. */
  waitMsMax: number;
  /** A caller with no more requests in flight than this is within their share. */
  shareMin: number;
}

const defaultLimits: AdmissionLimits = { shareWaitMs: 500, waitMsMax: 5_000, shareMin: 8 };

/** What the cost of a request is measured with. `activeMs` is the time that the event loop has spent working. */
export interface LoadClock {
  nowMs: () => number;
  activeMs: () => number;
}

const requestsPerSample = 64;
// Fewer requests than this say nothing about the cost of one: background loops take more of the time than they do.
const sampleMsMax = 2_000;
const samplesMax = 5;
const assumedCostMs = 1;

/**
 * Decides which requests are refused as overload, before they wait. A request is in flight until its answer begins.
 *
 *   expected wait = requests in flight × cost of a request
 *
 * The cost is the time that the event loop worked, divided by the answers of that time: the median of five samples of 64
 * answers, so that one request that blocks the loop refuses nobody.
 *
 * | expected wait            | refused                                                               |
 * |--------------------------|-----------------------------------------------------------------------|
 * | up to `shareWaitMs`      | nobody                                                                |
 * | up to `waitMsMax`        | callers with more in flight than the mean of all callers              |
 * | up to twice `waitMsMax`  | callers with a request in flight                                      |
 * | more                     | everybody                                                             |
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #clock: LoadClock;
  readonly #inFlight = new Map<string, number>();
  #total = 0;
  #costsMs: number[] = [];
  #costMs = assumedCostMs;
  #answers = 0;
  #sampledAt: number;
  #activeAtSample: number;

  constructor(clock: LoadClock, limits: Partial<AdmissionLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#clock = clock;
    this.#sampledAt = clock.nowMs();
    this.#activeAtSample = clock.activeMs();
  }

  /** Counts the request and returns true, or returns false if it must be refused. */
  enter(caller: string): boolean {
    const own = this.#inFlight.get(caller) ?? 0;
    if (!this.#mayEnter(own)) return false;
    this.#inFlight.set(caller, own + 1);
    this.#total++;
    return true;
  }

  leave(caller: string): void {
    const own = this.#inFlight.get(caller) ?? 0;
    if (own > 1) this.#inFlight.set(caller, own - 1);
    else this.#inFlight.delete(caller);
    this.#total--;
    if (++this.#answers === requestsPerSample) this.#sample();
  }

  #mayEnter(own: number): boolean {
    const { shareWaitMs, waitMsMax, shareMin } = this.#limits;
    const waitMs = this.#total * this.#costMs;
    if (waitMs <= shareWaitMs) return true;
    if (waitMs <= waitMsMax) return own <= Math.max(shareMin, this.#total / this.#inFlight.size);
    return own === 0 && waitMs <= 2 * waitMsMax;
  }

  #sample(): void {
    const [now, active] = [this.#clock.nowMs(), this.#clock.activeMs()];
    if (now - this.#sampledAt <= sampleMsMax) {
      this.#costsMs = [...this.#costsMs, (active - this.#activeAtSample) / this.#answers].slice(-samplesMax);
      const sorted = this.#costsMs.toSorted((a, b) => a - b);
      this.#costMs = sorted[Math.floor((sorted.length - 1) / 2)] as number;
    }
    this.#answers = 0;
    this.#sampledAt = now;
    this.#activeAtSample = active;
  }
}
