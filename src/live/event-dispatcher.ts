import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventRow, listEventsAfter } from '../events/index.ts';
import { BackgroundLoop } from '../platform/background-loop.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { EventPosition } from './event-position.ts';
import { findNewestPosition, hasEventsAfter } from './live-store.ts';
import { prepareMessages } from './prepare-messages.ts';

export interface DispatcherOptions {
  db: Database;
  logger: Logger;
  /** The names of the events that are sent. */
  streamedTypes: ReadonlySet<string>;
  connections: ConnectionRegistry;
}

const pageSize = 100;
const pageCharactersMax = 256 * 1024;
// Permissions are read once per page, so a page is kept small enough to be sent quickly.
const writesPerPage = 50_000;
const stepsPerTurn = 100;
const unsettledRetryMs = [5, 10, 20, 40, 80, 160];

/**
 * Reads the event log once for the whole process and sends each event to every live connection whose user may see it.
 * A `BackgroundLoop`, woken by commit notifications, runs `#readPage`; a page that was not empty is followed by the next.
 *
 * | Connections | Page read   | `position` moves to | Next read                                                       |
 * |-------------|-------------|---------------------|-----------------------------------------------------------------|
 * | none        | not read    | the newest event    | on the next notification                                        |
 * | some        | with events | its last event      | in the next event-loop turn                                     |
 * | some        | empty       | stays               | on the next notification; after 5 to 160 ms if events are committed but not settled |
 *
 * `sentPosition` follows `position` when all connections were served.
 */
export class EventDispatcher {
  readonly #options: DispatcherOptions;
  readonly #loop: BackgroundLoop;
  #position: EventPosition | undefined;
  #sentPosition: EventPosition = { xid: 0, seq: 0 };
  #unsettledRetries = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#loop = new BackgroundLoop({
      name: 'live updates',
      logger: options.logger,
      subscribe: options.db.subscribe,
      step: async (signal) => {
        // Everything that was committed in this event-loop turn is read together. Between two pages, sockets are flushed.
        await nextTurn();
        return !signal.aborted && this.#readPage();
      },
    });
  }

  /** Every event up to here was read. A connection that goes live now receives the events after it. */
  get position(): EventPosition | undefined {
    return this.#position;
  }

  /** Every event up to here was sent to all connections that may see it. */
  get sentPosition(): EventPosition {
    return this.#sentPosition;
  }

  start(): void {
    this.#loop.start();
  }

  /** The newest position in the event log, which can be ahead of `position`. */
  async findNewest(): Promise<EventPosition> {
    const newest = await findNewestPosition(this.#options.db.reads);
    this.#position ??= newest;
    return newest;
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Returns whether there may be another page. */
  async #readPage(): Promise<boolean> {
    const { db, connections } = this.#options;
    if (!this.#position || connections.count === 0) return this.#skipToNewest();
    const limit = Math.max(1, Math.min(pageSize, Math.floor(writesPerPage / connections.count)));
    const events = limitSize(await listEventsAfter(db.reads, { ...this.#position, limit }));
    const last = lastPosition(events);
    if (!last) {
      await this.#retryIfUnsettled(this.#position);
      return false;
    }
    this.#unsettledRetries = 0;
    await this.#dispatch(events, last);
    return true;
  }

  async #skipToNewest(): Promise<boolean> {
    const newest = await findNewestPosition(this.#options.db.reads);
    // A connection that joined during the query waits for the events after the old position.
    if (this.#position && this.#options.connections.count > 0) return true;
    this.#position = newest;
    return false;
  }

  async #dispatch(events: EventRow[], last: EventPosition): Promise<void> {
    const { db, streamedTypes, connections } = this.#options;
    const messagesFor = await prepareMessages(db.reads, streamedTypes, events);
    // Set before the first send: a connection that goes live during the loop has caught up to here by itself.
    this.#position = last;
    let steps = 0;
    for (const group of connections.groups()) {
      const [first] = group;
      const visible = first ? messagesFor(first.actor) : [];
      for (const connection of visible.length > 0 ? [...group] : []) {
        if (connection.isLive) connection.send(visible);
        steps++;
      }
      // Yields, so that other requests run in between.
      if (++steps < stepsPerTurn) continue;
      steps = 0;
      await nextTurn();
    }
    this.#sentPosition = last;
  }

  /** A committed event settles when all older transactions have ended. No notification follows, so a timer retries. */
  async #retryIfUnsettled(position: EventPosition): Promise<void> {
    if (!(await hasEventsAfter(this.#options.db.reads, position))) return;
    const delayMs = unsettledRetryMs[Math.min(this.#unsettledRetries++, unsettledRetryMs.length - 1)];
    setTimeout(this.#loop.wake, delayMs).unref();
  }
}

/** The first events that fit into a page, and at least one. */
function limitSize(events: EventRow[]): EventRow[] {
  let characters = 0;
  return events.filter(({ data }, index) => {
    characters += data.length;
    return index === 0 || characters <= pageCharactersMax;
  });
}

export function lastPosition(events: EventRow[]): EventPosition | undefined {
  const last = events.at(-1);
  return last && { xid: last.xid, seq: last.seq };
}
