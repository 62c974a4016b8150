const restFactor = 3;
const restMsMax = 5_000;
const presentMs = 10_000;
const peopleMax = 1_000;

/**
 * After a long transaction, further ones of the same person wait for three times its duration. So one person's bulk
 * changes take at most a quarter of the time of SQLite's single writer, or of a connection and a processor of
 * PostgreSQL. Nobody waits while no other person writes.
 */
export class SlowWriterRests {
  readonly #restUntil = new Map<string, number>();
  readonly #submittedAt = new Map<string, number>();

  noteSubmitted(person: string): void {
    // Inserted again at the end, which keeps the map sorted by time.
    this.#submittedAt.delete(person);
    this.#submittedAt.set(person, performance.now());
    if (this.#submittedAt.size > peopleMax) this.#forgetOldest();
  }

  noteLongTransaction(person: string, ms: number): void {
    this.#restUntil.set(person, performance.now() + Math.min(restFactor * ms, restMsMax));
  }

  /** True if this person had a long transaction recently. */
  isSlow(person: string): boolean {
    return this.restMsLeft(person) > 0;
  }

  restMsLeft(person: string): number {
    const until = this.#restUntil.get(person);
    if (until === undefined) return 0;
    const left = until - performance.now();
    if (left > 0) return left;
    this.#restUntil.delete(person);
    return 0;
  }

  mustRest(person: string): boolean {
    return this.isSlow(person) && this.areOthersPresent(person);
  }

  /** True if another person wrote something recently. */
  areOthersPresent(person: string): boolean {
    const since = performance.now() - presentMs;
    for (const [other, at] of this.#submittedAt) if (other !== person && at > since) return true;
    return false;
  }

  #forgetOldest(): void {
    const [oldest] = this.#submittedAt.keys();
    if (oldest !== undefined) this.#submittedAt.delete(oldest);
  }
}
