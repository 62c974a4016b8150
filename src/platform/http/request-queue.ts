import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

declare module 'node:http' {
  interface IncomingMessage {
    /** The time of arrival, by the monotonic clock; unset for requests that did not come over a socket. */
    arrivedAtMs?: number;
    /** How many requests of the queue are handled after this one. */
    queuedBehind?: number;
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface RequestQueueOptions {
  /** Handled as soon as it is read, even if others wait. */
  isUrgent: (request: IncomingMessage) => boolean;
  nowMs?: () => number;
  /** Calls back in the next turn of the event loop. */
  nextTurn?: (callback: () => void) => void;
}

const sliceMs = 4;
const recentMs = 20;
const connectionTurnsMax = 16;

/**
 * Hands requests to the server in portions, so that a turn of the event loop is short; the others wait in order.
 *
 * In each turn Node reads every socket that has something to read, but accepts only one new connection. With a thousand
 * busy clients a turn took half a second, and a health check, which comes on a new connection, waited for one turn per
 * connection that was opened before it: seconds.
 *
 * | in this turn                              | handled                                         |
 * |-------------------------------------------|-------------------------------------------------|
 * | no connection, at most one in 20 ms       | requests for 4 ms                               |
 * | no connection, but two in the last 20 ms  | one request                                     |
 * | a new connection                          | nothing: the next one may wait. Every 16th: one |
 */
export class RequestQueue {
  readonly #handler: Handler;
  readonly #isUrgent: (request: IncomingMessage) => boolean;
  readonly #nowMs: () => number;
  readonly #nextTurn: (callback: () => void) => void;
  #waiting: { request: IncomingMessage; response: ServerResponse }[] = [];
  /** Null when no request has come in this turn. */
  #sliceEndsAt: number | null = null;
  #connectedAt = Number.NEGATIVE_INFINITY;
  /** The time of the connection before the last: a single connection is not a burst. */
  #connectedBeforeAt = Number.NEGATIVE_INFINITY;
  #hasConnection = false;
  #connectionTurns = 0;

  constructor(
    handler: Handler,
    { isUrgent, nowMs = () => performance.now(), nextTurn = setImmediate }: RequestQueueOptions,
  ) {
    this.#handler = handler;
    this.#isUrgent = isUrgent;
    this.#nowMs = nowMs;
    this.#nextTurn = nextTurn;
  }

  noteConnection(): void {
    this.#hasConnection = true;
    this.#connectedBeforeAt = this.#connectedAt;
    this.#connectedAt = this.#nowMs();
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const now = this.#nowMs();
    request.arrivedAtMs = now;
    if (this.#isUrgent(request) || (this.#waiting.length === 0 && this.#mayHandle(now)))
      this.#handler(request, response);
    else this.#waiting.push({ request, response });
  }

  #mayHandle(now: number): boolean {
    if (this.#sliceEndsAt !== null) return now < this.#sliceEndsAt;
    this.#sliceEndsAt = now - this.#connectedBeforeAt < recentMs ? now : now + sliceMs;
    this.#nextTurn(() => this.#startTurn());
    const isConnectionTurn = this.#hasConnection && ++this.#connectionTurns < connectionTurnsMax;
    this.#hasConnection = false;
    if (!isConnectionTurn) this.#connectionTurns = 0;
    return !isConnectionTurn;
  }

  #startTurn(): void {
    this.#sliceEndsAt = null;
    const waiting = this.#waiting;
    let handled = 0;
    for (const { request, response } of waiting) {
      if (!this.#mayHandle(this.#nowMs())) break;
      handled++;
      request.queuedBehind = waiting.length - handled;
      // A client that has gone needs no answer.
      if (!response.destroyed) this.#handler(request, response);
    }
    if (handled > 0) this.#waiting = waiting.slice(handled);
  }
}
