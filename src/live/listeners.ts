import type { Writable } from 'node:stream';
import { rateLimited } from '../platform/errors.ts';
import type { LiveListener } from './live-listener.ts';

const streamsPerPersonMax = 20;
const retryAfterSeconds = 5;

/** Everybody who listens to this process, by person: what one may see is asked once for all of their streams. */
export class Listeners {
  readonly #byPerson = new Map<string, Set<LiveListener>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Those who come or go meanwhile may or may not be among them. */
  groups(): Iterable<Set<LiveListener>> {
    return this.#byPerson.values();
  }

  list(): LiveListener[] {
    return [...this.#byPerson.values()].flatMap((own) => [...own]);
  }

  assertRoomFor(userId: string): void {
    if ((this.#byPerson.get(userId)?.size ?? 0) < streamsPerPersonMax) return;
    throw rateLimited(
      `More than ${streamsPerPersonMax} streams are open in your name. Close one and try again.`,
      retryAfterSeconds,
    );
  }

  /** Until its connection is closed. */
  add(listener: LiveListener, output: Writable): void {
    const { userId } = listener.actor;
    const own = this.#byPerson.get(userId) ?? new Set();
    this.#byPerson.set(userId, own.add(listener));
    this.#count++;
    output.once('close', () => {
      own.delete(listener);
      this.#count--;
      if (own.size === 0) this.#byPerson.delete(userId);
    });
  }
}
