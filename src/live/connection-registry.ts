import type { Writable } from 'node:stream';
import { rateLimited } from '../platform/errors.ts';
import { keyProjectLimit } from '../users/index.ts';
import type { LiveConnection } from './live-connection.ts';

const connectionsPerUserMax = 20;
const retryAfterSeconds = 5;

/**
 * The open connections of this process, grouped by permissions: connections of one user with the same limits of their
 * API key share them.
 */
export class ConnectionRegistry {
  readonly #byPermissions = new Map<string, Set<LiveConnection>>();
  readonly #countByUser = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /**
   * The groups of connections with equal permissions. The iterator is live: it may or may not include a connection
   * that opens or closes meanwhile.
   */
  groups(): Iterable<Set<LiveConnection>> {
    return this.#byPermissions.values();
  }

  list(): LiveConnection[] {
    return [...this.#byPermissions.values()].flatMap((connections) => [...connections]);
  }

  assertBelowLimit(userId: string): void {
    if ((this.#countByUser.get(userId) ?? 0) < connectionsPerUserMax) return;
    throw rateLimited(
      `You have ${connectionsPerUserMax} open streams, the maximum. Close one and try again.`,
      retryAfterSeconds,
    );
  }

  /** The connection is removed when its output closes. */
  add(connection: LiveConnection, output: Writable): void {
    const { userId } = connection.actor;
    const key = JSON.stringify([userId, keyProjectLimit(connection.actor)]);
    const group = this.#byPermissions.get(key) ?? new Set();
    this.#byPermissions.set(key, group.add(connection));
    this.#changeCount(userId, 1);
    output.once('close', () => {
      group.delete(connection);
      this.#changeCount(userId, -1);
      if (group.size === 0) this.#byPermissions.delete(key);
    });
  }

  #changeCount(userId: string, change: number): void {
    this.#count += change;
    const ofUser = (this.#countByUser.get(userId) ?? 0) + change;
    if (ofUser > 0) this.#countByUser.set(userId, ofUser);
    else this.#countByUser.delete(userId);
  }
}
