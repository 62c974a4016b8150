import type { Writable } from 'node:stream';
import { rateLimited } from '../platform/errors.ts';
import type { LiveConnection } from './live-connection.ts';

const connectionsPerUserMax = 20;
const retryAfterSeconds = 5;

/** The open connections of this process, grouped by user: all connections of a user have the same permissions. */
export class ConnectionRegistry {
  readonly #byUser = new Map<string, Set<LiveConnection>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** One set per user. The iterator is live: a connection that opens or closes during the iteration may be in it or not. */
  groups(): Iterable<Set<LiveConnection>> {
    return this.#byUser.values();
  }

  list(): LiveConnection[] {
    return [...this.#byUser.values()].flatMap((connections) => [...connections]);
  }

  assertBelowLimit(userId: string): void {
    if ((this.#byUser.get(userId)?.size ?? 0) < connectionsPerUserMax) return;
    throw rateLimited(
      `You have ${connectionsPerUserMax} open streams, the maximum. Close one and try again.`,
      retryAfterSeconds,
    );
  }

  /** The connection is removed when its output closes. */
  add(connection: LiveConnection, output: Writable): void {
    const { userId } = connection.actor;
    const group = this.#byUser.get(userId) ?? new Set();
    this.#byUser.set(userId, group.add(connection));
    this.#count++;
    output.once('close', () => {
      group.delete(connection);
      this.#count--;
      if (group.size === 0) this.#byUser.delete(userId);
    });
  }
}
