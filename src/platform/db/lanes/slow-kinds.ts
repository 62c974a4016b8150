const runsRemembered = 4;
const kindsMax = 1_000;

/** Remembers how long the latest runs of each kind of task took. */
export class SlowKinds {
  readonly #slowMs: number;
  readonly #runs = new Map<string, number[]>();

  constructor(slowMs: number) {
    this.#slowMs = slowMs;
  }

  note(kind: string, ms: number): void {
    const runs = this.#runs.get(kind) ?? [];
    runs.push(ms);
    if (runs.length > runsRemembered) runs.shift();
    this.#runs.delete(kind);
    this.#runs.set(kind, runs);
    if (this.#runs.size > kindsMax) this.#runs.delete(this.#runs.keys().next().value as string);
  }

  /** True if even the fastest of the latest runs was slow. A kind that is slow for some inputs only counts as fast. */
  isSlow(kind: string): boolean {
    const runs = this.#runs.get(kind);
    return runs?.length === runsRemembered && runs.every((ms) => ms > this.#slowMs);
  }
}
