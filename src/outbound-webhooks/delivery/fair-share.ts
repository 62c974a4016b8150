/**
 * Divides a number of places among owners. An owner may take places while they have fewer than half of those that are
 * free, so one owner alone gets a third, two get a quarter each, and later owners still find some.
 */
export class FairShare {
  readonly #placesMax: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(placesMax: number) {
    this.#placesMax = placesMax;
  }

  get total(): number {
    return this.#total;
  }

  /** How many more places the owner may take now. */
  roomOf(ownerId: string): number {
    const free = this.#placesMax - this.#total;
    const own = this.#taken.get(ownerId) ?? 0;
    // Each place taken also reduces the free ones, hence a third and not half.
    return Math.max(0, Math.ceil((free - 2 * own) / 3));
  }

  take(ownerId: string): void {
    this.#taken.set(ownerId, (this.#taken.get(ownerId) ?? 0) + 1);
    this.#total++;
  }

  leave(ownerId: string): void {
    const own = this.#taken.get(ownerId) ?? 0;
    if (own > 1) this.#taken.set(ownerId, own - 1);
    else this.#taken.delete(ownerId);
    this.#total--;
  }
}
