import { secondMs } from '../platform/clock.ts';
import type { ReplicaOutcome } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * Only a longer change is logged, so that a replica that falls behind again and again is one message, not one per
 * second.
 */
const steadyMs = 10 * secondMs;

/** Logs when large reads move from the replica to the primary, and when they are back for a while. */
export class ReplicaLog {
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  readonly #monotonicMs: () => number;
  #reason: ReplicaOutcome | undefined;
  #backSince: number | undefined;

  constructor(logger: Pick<Logger, 'info' | 'warn'>, monotonicMs = () => performance.now()) {
    this.#logger = logger;
    this.#monotonicMs = monotonicMs;
  }

  note(outcome: ReplicaOutcome): void {
    // One read that blocked the replay says nothing about the others.
    if (outcome === 'cancelled') return;
    if (outcome === 'replica') this.#noteReplica();
    else this.#notePrimary(outcome);
  }

  #noteReplica(): void {
    if (this.#reason === undefined) return;
    const now = this.#monotonicMs();
    this.#backSince ??= now;
    if (now - this.#backSince < steadyMs) return;
    this.#reason = undefined;
    this.#logger.info('Large reads use the replica again');
  }

  #notePrimary(reason: ReplicaOutcome): void {
    this.#backSince = undefined;
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#logger.warn(
      { reason },
      'The replica of DATABASE_READ_URL cannot be used; large reads go to the primary',
    );
  }
}
