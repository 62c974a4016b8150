import type { Writable } from 'node:stream';
import type { EventRow } from '../events/index.ts';
import type { Actor } from '../users/index.ts';
import { type EventPlace, isBefore, laterOf } from './event-place.ts';
import { heartbeat, type LiveMessage, opening, reset } from './live-message.ts';

/** What a listener asked for; absent is all. */
export interface LiveFilter {
  types?: ReadonlySet<string> | undefined;
  projectIds?: ReadonlySet<string> | undefined;
}

// Who does not take this much is cut off, and resumes where their connection had come to.
const waitingBytesMax = 1024 * 1024;
const drainMs = 30_000;

let opened = 0;

/** One open stream. */
export class LiveListener {
  /** By which the heartbeats are spread over time. */
  readonly number = opened++;
  readonly actor: Actor;
  readonly #filter: LiveFilter;
  readonly #output: Writable;
  #after: EventPlace;
  #isLive = false;

  constructor(actor: Actor, filter: LiveFilter, output: Writable, after: EventPlace) {
    this.actor = actor;
    this.#filter = filter;
    this.#output = output;
    this.#after = after;
    output.write(opening(after));
  }

  get isOpen(): boolean {
    return !this.#output.destroyed && !this.#output.writableEnded;
  }

  /** Whether it gets events as they come; before, it is sent what it missed. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Everything up to the place was sent or is not for it. */
  goLive(place: EventPlace): void {
    this.#after = laterOf(this.#after, place);
    this.#isLive = true;
  }

  /** A page of events. What counts is what still waits of earlier ones: a burst alone cuts nobody off. */
  send(messages: LiveMessage[]): void {
    const fresh = messages.filter(({ event }) => this.#wants(event));
    if (fresh.length === 0 || !this.isOpen) return;
    if (this.#output.writableLength > waitingBytesMax) return void this.#output.destroy();
    this.#output.cork();
    for (const { bytes } of fresh) this.#output.write(bytes);
    this.#output.uncork();
    this.#after = (fresh.at(-1) as LiveMessage).place;
  }

  /** Says that the connection lives, and up to where everybody has been sent everything. */
  beat(everybody: EventPlace): void {
    if (!this.isOpen) return;
    this.#after = laterOf(this.#after, everybody);
    this.#output.write(heartbeat(this.#after));
  }

  reset(place: EventPlace): void {
    this.#after = place;
    if (this.isOpen) this.#output.write(reset(place));
  }

  /** For what was missed: it may be more than fits, so it goes at the pace of who takes it. */
  async sendWhenDrained(message: LiveMessage): Promise<void> {
    this.send([message]);
    if (!this.isOpen || !this.#output.writableNeedDrain) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#output.once('drain', resolve).once('close', resolve);
    const timer = setTimeout(() => this.#output.destroy(), drainMs);
    await promise;
    clearTimeout(timer);
    this.#output.off('drain', resolve).off('close', resolve);
  }

  end(): void {
    // What waits here waits for a client that does not read; the end would wait with it.
    if (this.#output.writableLength > 0) this.#output.destroy();
    else this.#output.end();
  }

  #wants(event: EventRow): boolean {
    const { types, projectIds } = this.#filter;
    if (types && !types.has(event.type)) return false;
    if (projectIds && (event.projectId === null || !projectIds.has(event.projectId))) return false;
    return isBefore(this.#after, event);
  }
}
