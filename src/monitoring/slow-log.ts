import { minuteMs } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

const linesPerMinuteMax = 30;

/** Logs what took too long, at most 30 lines a minute: a slow database must not fill the disk with log lines. */
export class SlowLog {
  readonly #logger: Logger;
  readonly #monotonicMs: () => number;
  #windowEndsAt = 0;
  #lines = 0;

  constructor(logger: Logger, monotonicMs = () => performance.now()) {
    this.#logger = logger;
    this.#monotonicMs = monotonicMs;
  }

  /** The fields must have no values that people entered. */
  write({ ms, ...fields }: { ms: number } & Record<string, unknown>, message: string): void {
    const now = this.#monotonicMs();
    if (now >= this.#windowEndsAt) {
      const suppressed = this.#lines - linesPerMinuteMax;
      if (suppressed > 0) this.#logger.warn({ suppressed }, 'More was slow than these lines say');
      this.#windowEndsAt = now + minuteMs;
      this.#lines = 0;
    }
    if (++this.#lines > linesPerMinuteMax) return;
    this.#logger.warn({ ms: Math.round(ms), ...fields }, message);
  }
}

/** A setting of 0 logs nothing. */
export const slowThreshold = (settingMs: number) => (settingMs === 0 ? Number.POSITIVE_INFINITY : settingMs);
