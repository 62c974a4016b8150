import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { listEventsAfter } from '../events/index.ts';
import { type Clock, secondMs } from '../platform/clock.ts';
import { type Repeat, repeat as realRepeat } from '../platform/timer.ts';
import type { Actor } from '../users/index.ts';
import { closeRevoked } from './close-revoked.ts';
import { ConnectionRegistry } from './connection-registry.ts';
import { type DispatcherOptions, EventDispatcher, lastPosition } from './event-dispatcher.ts';
import { type EventPosition, isBefore, isSamePosition, laterPosition } from './event-position.ts';
import { LiveConnection, type LiveFilter } from './live-connection.ts';
import { isKnownPosition } from './live-store.ts';
import { MessageDispatcher } from './message-dispatcher.ts';
import { prepareMessages } from './prepare-messages.ts';
import { newSemaphore } from './semaphore.ts';

export interface LiveOptions extends Omit<DispatcherOptions, 'connections'> {
  clock: Clock;
  repeat?: Repeat | undefined;
}

const catchUpEventsMax = 10_000;
const catchUpPageSize = 100;
const catchUpReadsMax = 4;
const heartbeatSlots = 20;
const credentialCheckMs = 2 * secondMs;

/**
 * The open connections of this process: new ones catch up, then the `EventDispatcher` serves them.
 *
 * | State   | Event           | Next state                                                            |
 * |---------|-----------------|-----------------------------------------------------------------------|
 * | new     | first `start`   | running: dispatcher, heartbeats and credential checks                 |
 * | running | `connect`       | running: the connection catches up, then is live (see LiveConnection) |
 * | any     | `close`         | closed: every connection is ended, also one that connects later       |
 */
export class LiveHub {
  readonly #options: LiveOptions;
  readonly #connections = new ConnectionRegistry();
  readonly #dispatcher: EventDispatcher;
  readonly #messages: MessageDispatcher;
  readonly #limitCatchUpReads = newSemaphore(catchUpReadsMax);
  #timers: (() => void)[] = [];
  #isClosed = false;
  #heartbeatTicks = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#dispatcher = new EventDispatcher({ ...options, connections: this.#connections });
    this.#messages = new MessageDispatcher({ ...options, connections: this.#connections });
  }

  /** Starts the background work on the first call. Returns the newest position, for `connect`. */
  async start(wantsPresence = false): Promise<EventPosition> {
    const { repeat = realRepeat } = this.#options;
    if (this.#timers.length === 0 && !this.#isClosed) {
      this.#timers = [
        repeat(secondMs, () => this.#sendHeartbeats()),
        repeat(credentialCheckMs, () => void this.#closeRevoked()),
      ];
      this.#dispatcher.start();
      this.#messages.start();
    }
    if (wantsPresence) await this.#messages.begin();
    return this.#dispatcher.findNewest();
  }

  assertBelowLimit(userId: string): void {
    this.#connections.assertBelowLimit(userId);
  }

  /**
   * Adds a connection that receives events from now on, or from its last position. Nothing is awaited between reading the
   * dispatcher's position and going live, so that no event is lost or sent twice.
   */
  async connect(
    actor: Actor,
    filter: LiveFilter,
    output: Writable,
    newest: EventPosition,
    from?: EventPosition,
  ): Promise<void> {
    // The output of a client that has disconnected emits no further `close`, which would remove it from the registry.
    if (output.destroyed) return;
    const now = laterPosition(newest, this.#dispatcher.position ?? newest);
    const connection = new LiveConnection(actor, filter, output, from ?? now);
    this.#connections.add(connection, output);
    if (this.#isClosed) return connection.end();
    if (!from || isSamePosition(from, now)) return connection.goLive(now);
    try {
      await this.#catchUp(connection, from, now);
    } catch (error) {
      if (!this.#isClosed)
        this.#options.logger.error({ err: error }, 'Cannot catch up a live stream; closing it');
      connection.end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const cancel of this.#timers) cancel();
    for (const connection of this.#connections.list()) connection.end();
    await Promise.all([this.#dispatcher.stop(), this.#messages.stop()]);
  }

  async #catchUp(connection: LiveConnection, from: EventPosition, now: EventPosition): Promise<void> {
    // `seq` has gaps but no duplicates: the distance is the largest possible number of missed events.
    const isTooFar = now.seq - from.seq > catchUpEventsMax;
    if (isTooFar || !(await isKnownPosition(this.#options.db.reads, from))) {
      const position = laterPosition(now, this.#dispatcher.position ?? now);
      connection.reset(position);
      return connection.goLive(position);
    }
    let at = from;
    for (;;) {
      const dispatched = this.#dispatcher.position;
      // The dispatcher may lag behind. It sends no event to this connection that the catch-up has covered.
      const target = dispatched && laterPosition(dispatched, now);
      if (!connection.isOpen || !target || !isBefore(at, target)) {
        // Confirms to the client that it has everything up to here, even if no event was for it.
        connection.sendHeartbeat(at);
        return connection.goLive(at);
      }
      const { messages, last, isFull } = await this.#limitCatchUpReads(() =>
        this.#readMissed(connection.actor, at),
      );
      for (const message of messages) await connection.sendWhenDrained(message);
      at = last && isFull ? last : laterPosition(last ?? target, target);
    }
  }

  async #readMissed(actor: Actor, after: EventPosition) {
    await nextTurn();
    const { db, streamedTypes } = this.#options;
    const events = await listEventsAfter(db.reads, { ...after, limit: catchUpPageSize });
    const messagesFor = await prepareMessages(db.reads, streamedTypes, events);
    return {
      messages: messagesFor(actor),
      last: lastPosition(events),
      isFull: events.length === catchUpPageSize,
    };
  }

  /** Runs every second and serves one connection in 20, so each gets a heartbeat every 20 s and the writes are spread. */
  #sendHeartbeats(): void {
    const slot = this.#heartbeatTicks++ % heartbeatSlots;
    for (const connection of this.#connections.list()) {
      if (connection.number % heartbeatSlots === slot && connection.isLive) {
        connection.sendHeartbeat(this.#dispatcher.sentPosition);
      }
    }
  }

  async #closeRevoked(): Promise<void> {
    const { db, clock, logger } = this.#options;
    await closeRevoked(db.reads, this.#connections.list(), clock.now()).catch((error: unknown) => {
      if (!this.#isClosed)
        logger.error({ err: error }, 'Cannot check the credentials of live streams; retrying');
    });
  }
}
