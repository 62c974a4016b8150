import type { LoopTimers } from '../../src/platform/background-loop.ts';

/** Timers that fire when the test advances the time. `random` returns 0 unless a test replaces it. */
export class ManualTimers implements LoopTimers {
  #nowMs = 0;
  readonly #pending = new Set<{ atMs: number; work: () => void }>();

  random = () => 0;
  readonly monotonicMs = () => this.#nowMs;

  readonly setTimer = (ms: number, work: () => void) => {
    const timer = { atMs: this.#nowMs + ms, work };
    this.#pending.add(timer);
    return () => void this.#pending.delete(timer);
  };

  /** Milliseconds until each pending timer fires, the next first. */
  get delaysMs(): number[] {
    return [...this.#pending].map(({ atMs }) => atMs - this.#nowMs).sort((a, b) => a - b);
  }

  /** Moves the time without firing timers, like an event loop that is blocked. */
  block(ms: number): void {
    this.#nowMs += ms;
  }

  advance(ms: number): void {
    this.block(ms);
    for (const timer of [...this.#pending].sort((a, b) => a.atMs - b.atMs)) {
      if (timer.atMs <= this.#nowMs && this.#pending.delete(timer)) timer.work();
    }
  }
}
