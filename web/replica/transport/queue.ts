import { type Entry, prerequisitesOf, ticketsOf } from '../pending.ts';
import type { Outcome } from './answers.ts';
import type { Clock } from './transport.ts';

const atOnceMax = 4;
const longestWaitMs = 30_000;

interface QueueSettings {
  clock: Clock;
  entries(): readonly Entry[];
  /** Called when an entry is about to be sent. */
  send(entry: Entry): Promise<Outcome>;
  /** Removes the entry, or changes it so that it is sent again. */
  settle(id: string, outcome: Outcome): void;
  onState(): void;
}

/**
 * Sends entries: one at a time and in order for each ticket, for different tickets four at once. An entry that did not
 * reach the server stays, and all wait 1, 2, 4 … 30 s or until `retryNow`.
 */
export class Queue {
  readonly #settings: QueueSettings;
  readonly #sending = new Set<string>();
  #failures = 0;
  #cancelWait: (() => void) | undefined;
  #isPaused = false;

  constructor(settings: QueueSettings) {
    this.#settings = settings;
  }

  isSending = (entry: Entry): boolean => this.#sending.has(entry.id);

  /** True if the last attempt did not reach the server. */
  get isUnreached(): boolean {
    return this.#failures > 0;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.retryNow();
  }

  retryNow(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.pump();
  }

  /** Sends what can be sent. */
  pump(): void {
    if (this.#isPaused || this.#cancelWait) return;
    const busy = new Set<string>();
    for (const entry of this.#settings.entries()) {
      const tickets = ticketsOf(entry);
      const mustWait =
        this.#sending.has(entry.id) ||
        tickets.some((id) => busy.has(id)) ||
        prerequisitesOf(entry).some((id) => busy.has(id));
      if (!mustWait && this.#sending.size < atOnceMax) void this.#send(entry);
      for (const id of tickets) busy.add(id);
    }
  }

  async #send(entry: Entry): Promise<void> {
    this.#sending.add(entry.id);
    const outcome = await this.#settings.send(entry);
    this.#sending.delete(entry.id);
    if (outcome.kind === 'unreached') {
      this.#wait(outcome.retryAfterMs);
      return;
    }
    this.#failures = 0;
    if (outcome.kind === 'signed-out') this.pause();
    this.#settings.settle(entry.id, outcome);
    this.pump();
  }

  #wait(retryAfterMs: number | undefined): void {
    // If several entries fail at once, only the first failure is handled.
    if (this.#cancelWait) return;
    this.#failures++;
    const wait = retryAfterMs ?? Math.min(1_000 * 2 ** (this.#failures - 1), longestWaitMs);
    this.#cancelWait = this.#settings.clock.after(wait, () => this.retryNow());
    this.#settings.onState();
  }
}
