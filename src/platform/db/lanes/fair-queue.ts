/** A queue that serves the people who wait in it in turn, whatever number of items each of them has. */
export class FairQueue<T extends { person: string }> {
  /** The order of the entries is the order of turns. */
  readonly #byPerson = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(person: string): number {
    return this.#byPerson.get(person)?.length ?? 0;
  }

  add(item: T): void {
    const own = this.#byPerson.get(item.person);
    if (own) own.push(item);
    else this.#byPerson.set(item.person, [item]);
    this.#size++;
  }

  /** Takes the oldest item of the first person in turn who is accepted; that person's next turn is the last one. */
  take(accepts: (person: string) => boolean = () => true): T | undefined {
    for (const [person, own] of this.#byPerson) {
      if (!accepts(person)) continue;
      const item = own.shift();
      this.#size--;
      this.#byPerson.delete(person);
      if (own.length > 0) this.#byPerson.set(person, own);
      return item;
    }
    return undefined;
  }

  /** Removes the newest items of a person beyond so many, and returns them. */
  takeBeyond(person: string, count: number): T[] {
    const beyond = this.#byPerson.get(person)?.splice(count) ?? [];
    this.#size -= beyond.length;
    return beyond;
  }

  remove(item: T): void {
    const own = this.#byPerson.get(item.person);
    const at = own?.indexOf(item) ?? -1;
    if (!own || at < 0) return;
    own.splice(at, 1);
    this.#size--;
    if (own.length === 0) this.#byPerson.delete(item.person);
  }

  /** The first item of each person: the oldest item is among them. */
  *heads(): Iterable<T> {
    for (const own of this.#byPerson.values()) if (own[0]) yield own[0];
  }

  takeAll(): T[] {
    const all = [...this.#byPerson.values()].flat();
    this.#byPerson.clear();
    this.#size = 0;
    return all;
  }
}
