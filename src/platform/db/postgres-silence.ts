import type { Socket } from 'node:net';
import pg from 'pg';
import { repeat } from '../timer.ts';

export interface SilenceLimits {
  checkEveryMs: number;
  /** How long a connection may wait for an answer before the server is asked about it. */
  silentMs: number;
  probeTimeoutMs: number;
}

const defaultLimits: SilenceLimits = { checkEveryMs: 1_000, silentMs: 3_500, probeTimeoutMs: 2_500 };

interface Watched {
  client: pg.ClientBase;
  isWaiting: () => boolean;
  bytesRead: number;
  silentSince: number;
  isProbing: boolean;
}

/**
 * Ends connections that wait for an answer which will never come. A network can be lost without a word, and the system
 * then repeats what was sent for a quarter of an hour. A long statement is silent too, so the server is asked, over a new
 * connection, whether it still works on it.
 */
export class SilenceWatch {
  readonly #config: pg.ClientConfig;
  readonly #limits: SilenceLimits;
  readonly #watched = new Set<Watched>();
  #stopChecks: (() => void) | undefined;

  constructor(config: pg.ClientConfig, limits: Partial<SilenceLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    const { probeTimeoutMs } = this.#limits;
    this.#config = {
      ...config,
      application_name: 'docket probe',
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
    };
  }

  /** `isWaiting`: whether a statement was sent that is not answered yet. */
  add(client: pg.ClientBase, isWaiting: () => boolean): void {
    const watched: Watched = { client, isWaiting, bytesRead: 0, silentSince: 0, isProbing: false };
    this.#watched.add(watched);
    client.once('end', () => this.#watched.delete(watched));
    this.#stopChecks ??= repeat(this.#limits.checkEveryMs, () => this.#check());
  }

  stop(): void {
    this.#stopChecks?.();
    this.#watched.clear();
  }

  #check(): void {
    const now = performance.now();
    for (const watched of this.#watched) {
      const { bytesRead } = socketOf(watched.client);
      if (!watched.isWaiting() || bytesRead !== watched.bytesRead || watched.silentSince === 0) {
        watched.bytesRead = bytesRead;
        watched.silentSince = watched.isWaiting() ? now : 0;
      } else if (now - watched.silentSince >= this.#limits.silentMs && !watched.isProbing) {
        void this.#probe(watched);
      }
    }
  }

  async #probe(watched: Watched): Promise<void> {
    watched.isProbing = true;
    const isAlive = await this.#isAtWork(watched.client).catch(() => false);
    watched.isProbing = false;
    if (isAlive) watched.silentSince = performance.now();
    else if (socketOf(watched.client).bytesRead === watched.bytesRead) this.#endWithIdle(watched);
  }

  /** What swallowed one connection has swallowed the idle ones too; the next statement would wait for the same discovery. */
  #endWithIdle(silent: Watched): void {
    for (const watched of this.#watched) {
      if (watched !== silent && watched.isWaiting()) continue;
      socketOf(watched.client).destroy(new Error('Connection terminated: the server does not answer'));
    }
  }

  /** A backend that waits for its client never received the statement, or its answer was lost. */
  async #isAtWork(client: pg.ClientBase): Promise<boolean> {
    const { processID } = client as unknown as { processID: number };
    const probe = new pg.Client(this.#config);
    probe.on('error', () => {});
    try {
      await probe.connect();
      const { rows } = await probe.query('select state from pg_stat_activity where pid = $1', [processID]);
      return rows[0]?.state === 'active';
    } finally {
      // What was lost does not answer the farewell either.
      socketOf(probe).destroy();
    }
  }
}

const socketOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
