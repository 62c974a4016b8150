export interface AdmissionLimits {
  /** The limits while the event loop has spare time, or had some a moment ago: a burst may wait. */
  burst: WaitLimits;
  /** The limits when it has had none for half a second: the queue would not get shorter, so it is kept short. */
  lasting: WaitLimits;
  /** A caller with at most this many requests in flight is within their share. */
  shareMin: number;
}

interface WaitLimits {
  /** Above this expected wait, callers with more than their share of the requests in flight are refused. */
  shareWaitMs: number;
  /** Above this expected wait, everybody with a request in flight is refused. */
  waitMsMax: number;
}

const defaultLimits: AdmissionLimits = {
  burst: { shareWaitMs: 500, waitMsMax: 5_000 },
  lasting: { shareWaitMs: 100, waitMsMax: 250 },
  shareMin: 8,
};

/** Measures the cost of a request. `activeMs` is the time that the event loop has spent working. */
export interface LoadClock {
  nowMs: () => number;
  activeMs: () => number;
}

const requestsPerSample = 64;
// Fewer requests than this do not show the cost of one, because background loops take more of the time.
const sampleMsMax = 2_000;
const samplesMax = 5;
const assumedCostMs = 1;
const utilizationWindowMs = 250;
const saturatedUtilization = 0.9;
const lastingWindows = 2;

/**
 * Decides which requests are refused as overload, before they wait. A request is in flight until its answer begins.
 *
 *   expected wait = (requests in flight + requests that wait before the server) × cost of a request
 *
 * The cost is the time that the event loop worked, divided by the answers of that time: the median of five samples of 64
 * answers, so that one request that blocks the loop refuses nobody.
 *
 * Requests that wait for something else than the event loop (a slow search, the next task of an agent) are in flight too.
 * So the limits are low only when the event loop has been busy all the time for two windows of 250 ms.
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
  #windowStartedAt: number;
  #activeAtWindow: number;
  #saturatedWindows = 0;

  constructor(clock: LoadClock, limits: Partial<AdmissionLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#clock = clock;
    this.#sampledAt = clock.nowMs();
    this.#activeAtSample = clock.activeMs();
    this.#windowStartedAt = this.#sampledAt;
    this.#activeAtWindow = this.#activeAtSample;
  }

  /** Counts the request and returns true, or returns false if it must be refused. `queued` others wait before the server. */
  enter(caller: string, queued = 0): boolean {
    if (!this.admits(caller, queued)) return false;
    this.#inFlight.set(caller, (this.#inFlight.get(caller) ?? 0) + 1);
    this.#total++;
    return true;
  }

  /** Whether `enter` would return true. */
  admits(caller: string, queued = 0): boolean {
    return this.#mayEnter(this.#inFlight.get(caller) ?? 0, queued);
  }

  leave(caller: string): void {
    const own = this.#inFlight.get(caller) ?? 0;
    if (own > 1) this.#inFlight.set(caller, own - 1);
    else this.#inFlight.delete(caller);
    this.#total--;
    if (++this.#answers === requestsPerSample) this.#sample();
  }

  #mayEnter(own: number, queued: number): boolean {
    this.#watchUtilization();
    const { burst, lasting, shareMin } = this.#limits;
    const { shareWaitMs, waitMsMax } = this.#saturatedWindows >= lastingWindows ? lasting : burst;
    const waitMs = (queued + this.#total) * this.#costMs;
    if (waitMs <= shareWaitMs) return true;
    if (waitMs <= waitMsMax) return own <= Math.max(shareMin, this.#total / this.#inFlight.size);
    return own === 0 && waitMs <= 2 * waitMsMax;
  }

  #watchUtilization(): void {
    const now = this.#clock.nowMs();
    const passedMs = now - this.#windowStartedAt;
    if (passedMs < utilizationWindowMs) return;
    const active = this.#clock.activeMs();
    const isSaturated = active - this.#activeAtWindow >= saturatedUtilization * passedMs;
    this.#saturatedWindows = isSaturated ? this.#saturatedWindows + 1 : 0;
    this.#windowStartedAt = now;
    this.#activeAtWindow = active;
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
