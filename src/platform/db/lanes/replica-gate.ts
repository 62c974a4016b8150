import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { repeat } from '../../timer.ts';
import { isConnectionLost } from '../postgres/errors.ts';
import type { ReplicaOutcome, WalPosition } from '../postgres/replica-position.ts';

/** How long a read waits until the replica has replayed the commits before it. */
const replayWaitMs = 100;
const checkAgainMs = 1_000;

/** Uses the timeline of the last checkpoint, which can be older, if the role may not see `received_tli`. */
const readState = {
  name: 'docket_replica_state',
  text: `select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= $1::pg_lsn as "isCurrent",
    (select system_identifier::text from pg_control_system()) as cluster,
    coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint())) as timeline`,
};

interface ReplicaState {
  isReplica: boolean;
  isCurrent: boolean | null;
  cluster: string;
  timeline: number;
}

class ReplicaUnusable extends Error {
  readonly outcome: ReplicaOutcome;
  constructor(outcome: ReplicaOutcome) {
    super(`the replica cannot be used: ${outcome}`);
    this.outcome = outcome;
  }
}

/**
 * Keeps reads off a replica that cannot answer them.
 *
 * | state  | event                                               | next state |
 * |--------|-----------------------------------------------------|------------|
 * | open   | a read finds the replica unusable, or fails there   | closed     |
 * | closed | each second: the replica has what the last read needs | open      |
 *
 * While it is closed no read waits for the replica.
 */
export class ReplicaGate {
  readonly #connect: () => Promise<pg.PoolClient>;
  #closedBecause: ReplicaOutcome | undefined;
  #lastNeeded: WalPosition | undefined;
  #stopChecks: (() => void) | undefined;
  #isChecking = false;

  constructor(connect: () => Promise<pg.PoolClient>) {
    this.#connect = connect;
  }

  /** Why it is closed to a read that needs this position; undefined if it is open. */
  closedTo(position: WalPosition): ReplicaOutcome | undefined {
    this.#lastNeeded = position;
    return this.#closedBecause;
  }

  /** Resolves when the replica has replayed the position. Throws if it does not in time, or never will. */
  async pass(client: pg.PoolClient, position: WalPosition): Promise<void> {
    const startedAt = performance.now();
    for (let pauseMs = 1; ; pauseMs *= 2) {
      const outcome = await stateAt(client, position);
      if (outcome === 'replica') return;
      if (outcome !== 'behind' || performance.now() - startedAt >= replayWaitMs)
        throw new ReplicaUnusable(outcome);
      await wait(Math.min(pauseMs, replayWaitMs / 4));
    }
  }

  /** Closes because of an error and returns its meaning; undefined if the primary would fail in the same way. */
  close(error: unknown): ReplicaOutcome | undefined {
    const outcome = replicaOutcome(error);
    // A cancelled read does not predict the next one.
    if (outcome === undefined || outcome === 'cancelled') return outcome;
    this.#closedBecause = outcome;
    this.#stopChecks?.();
    this.#stopChecks = repeat(checkAgainMs, () => void this.#check());
    return outcome;
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const outcome = await this.#look();
      if (outcome === 'replica') this.#open();
      else this.#closedBecause = outcome;
    } catch {
      this.#closedBecause = 'unreachable';
    } finally {
      this.#isChecking = false;
    }
  }

  async #look(): Promise<ReplicaOutcome> {
    const client = await this.#connect();
    let isBroken = true;
    try {
      const outcome = await stateAt(client, this.#lastNeeded as WalPosition);
      isBroken = false;
      return outcome;
    } finally {
      client.release(isBroken);
    }
  }

  #open(): void {
    this.#stopChecks?.();
    this.#closedBecause = undefined;
  }
}

async function stateAt(client: pg.PoolClient, position: WalPosition): Promise<ReplicaOutcome> {
  const { rows } = await client.query<ReplicaState>({ ...readState, values: [position.lsn] });
  const [state] = rows as [ReplicaState];
  if (state.cluster !== position.cluster) return 'diverged';
  if (!state.isReplica) return 'not_a_replica';
  // Positions on different timelines cannot be compared.
  if (state.timeline !== position.timeline) return 'diverged';
  return state.isCurrent ? 'replica' : 'behind';
}

/** The SQLSTATE with which PostgreSQL cancels a read that blocks the replay: a serialisation failure. */
const conflictWithReplay = '40001';

function replicaOutcome(error: unknown): ReplicaOutcome | undefined {
  if (error instanceof ReplicaUnusable) return error.outcome;
  if (isConnectionLost(error)) return 'unreachable';
  return (error as { code?: string }).code === conflictWithReplay ? 'cancelled' : undefined;
}
