import type { Writable } from 'node:stream';
import type { Actor } from '../users/index.ts';
import { type EventPosition, isBefore, laterPosition } from './event-position.ts';
import { heartbeatMessage, type LiveMessage, openingMessage, resetMessage } from './live-message.ts';

/** The filter of a connection. An absent set means no restriction. */
export interface LiveFilter {
  types?: ReadonlySet<string> | undefined;
  projectIds?: ReadonlySet<string> | undefined;
  /** Also what is not recorded: presence and edits of texts. */
  presence?: boolean | undefined;
}

// A client that leaves more than this unread is disconnected; it resumes with the last id that it received.
const bufferedBytesMax = 1024 * 1024;
const drainTimeoutMs = 30_000;

let connectionsOpened = 0;

/**
 * One open stream.
 *
 * | State       | Receives                              | Next                                                       |
 * |-------------|---------------------------------------|------------------------------------------------------------|
 * | catching up | missed events, as fast as it reads    | `goLive` → live; 30 s without a drain → closed             |
 * | live        | new events and heartbeats             | more than 1 MiB unread → closed                            |
 * | closed      | nothing                               | reached from either state by `end` or by the client        |
 */
export class LiveConnection {
  /** Spreads the heartbeats of all connections over time. */
  readonly number = connectionsOpened++;
  readonly actor: Actor;
  readonly #filter: LiveFilter;
  readonly #output: Writable;
  /** Every event up to here was sent or is not for this connection. */
  #position: EventPosition;
  #isLive = false;

  constructor(actor: Actor, filter: LiveFilter, output: Writable, position: EventPosition) {
    this.actor = actor;
    this.#filter = filter;
    this.#output = output;
    this.#position = position;
    output.write(openingMessage(position));
  }

  get isOpen(): boolean {
    return !this.#output.destroyed && !this.#output.writableEnded;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get wantsPresence(): boolean {
    return this.#filter.presence === true;
  }

  /** Ends the catch-up, which has covered every event up to `position`. */
  goLive(position: EventPosition): void {
    this.#position = laterPosition(this.#position, position);
    this.#isLive = true;
  }

  /** Sends a page of events. The limit counts what is unread of earlier pages, so one large burst disconnects nobody. */
  send(messages: LiveMessage[]): void {
    const wanted = messages.filter((message) => this.#wants(message));
    if (wanted.length === 0 || !this.isOpen) return;
    if (this.#output.writableLength > bufferedBytesMax) return void this.#output.destroy();
    this.#output.cork();
    for (const { bytes } of wanted) this.#output.write(bytes);
    this.#output.uncork();
    this.#position = wanted.findLast(({ isDerived }) => !isDerived)?.position ?? this.#position;
  }

  /** Sends a message without a position. A stream that catches up or does not read misses it. */
  sendPassing(bytes: Buffer): void {
    if (this.#isLive && this.isOpen && this.#output.writableLength <= bufferedBytesMax)
      this.#output.write(bytes);
  }

  /** Keeps the connection alive and moves its `Last-Event-ID` past events that were not for it. */
  sendHeartbeat(sentPosition: EventPosition): void {
    if (!this.isOpen) return;
    this.#position = laterPosition(this.#position, sentPosition);
    this.#output.write(heartbeatMessage(this.#position));
  }

  /** Tells the client to reload, because events before `position` cannot be sent. */
  reset(position: EventPosition): void {
    this.#position = position;
    if (this.isOpen) this.#output.write(resetMessage(position));
  }

  /** Sends a missed event and waits until the client has read enough: missed events can exceed the buffer limit. */
  async sendWhenDrained(message: LiveMessage): Promise<void> {
    this.send([message]);
    if (!this.isOpen || !this.#output.writableNeedDrain) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#output.once('drain', resolve).once('close', resolve);
    const timer = setTimeout(() => this.#output.destroy(), drainTimeoutMs);
    await promise;
    clearTimeout(timer);
    this.#output.off('drain', resolve).off('close', resolve);
  }

  end(): void {
    // With unread bytes in the buffer, `end` would wait for a client that does not read.
    if (this.#output.writableLength > 0) this.#output.destroy();
    else this.#output.end();
  }

  #wants({ event, unlessWithProject }: LiveMessage): boolean {
    const { types, projectIds } = this.#filter;
    if (types && !types.has(event.type)) return false;
    if (projectIds && (event.projectId === null || !projectIds.has(event.projectId))) return false;
    // Streams without such a filter receive the event that says where the ticket is now.
    if (unlessWithProject !== undefined && (!projectIds || projectIds.has(unlessWithProject ?? '')))
      return false;
    return isBefore(this.#position, event);
  }
}
