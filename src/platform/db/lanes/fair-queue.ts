/** A queue that serves the people in it in turn, however many items each of them has. */
export class FairQueue<T extends { person: string }> {
  /** People in the order of their turns, each with their items. */
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

  /** Takes the oldest item of the first accepted person, who then goes to the end of the order. */
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

  /** Removes and returns the newest items of a person beyond `count`. */
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
