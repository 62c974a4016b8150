import pg from 'pg';
import { repeat } from '../../timer.ts';
import { clientConfig, directServer, newClient, type PostgresServer, statementTimeoutMs } from './client.ts';
import { backendPid, wireConnection } from './pg-internals.ts';

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
  /** Limits the wait even if the server keeps reporting that it works: no statement exceeds its time limit. */
  waitingSince: number;
  isProbing: boolean;
}

/**
 * Closes connections that wait for an answer which will never come. A network can fail silently, and the system then
 * retransmits for a quarter of an hour. A long statement is silent too, so the server is asked over a new connection
 * whether it still runs the statement. A pooler does not reveal which session runs it, so there the question is whether
 * the server runs any old statement of Docket. A pooler serves its clients in turn: if the probe has to wait for a
 * session, the statement may be waiting too, as long as the server itself answers; otherwise, if the server runs
 * nothing, the statement or its answer was lost.
 */
export class SilenceWatch {
  readonly #config: pg.ClientConfig;
  readonly #server: PostgresServer;
  readonly #limits: SilenceLimits;
  readonly #watched = new Set<Watched>();
  #stopChecks: (() => void) | undefined;

  constructor(server: PostgresServer, limits: Partial<SilenceLimits> = {}) {
    this.#server = server;
    this.#limits = { ...defaultLimits, ...limits };
    const { probeTimeoutMs } = this.#limits;
    const { Client: _, ...config } = clientConfig(server);
    this.#config = {
      ...config,
      application_name: 'docket probe',
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
    };
  }

  /** `isWaiting` returns true while a statement was sent but not answered. */
  add(client: pg.ClientBase, isWaiting: () => boolean): void {
    const watched = { client, isWaiting, bytesRead: 0, silentSince: 0, waitingSince: 0, isProbing: false };
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
      const { bytesRead } = clientSocket(watched.client);
      if (!watched.isWaiting() || bytesRead !== watched.bytesRead || watched.silentSince === 0) {
        watched.bytesRead = bytesRead;
        watched.silentSince = watched.isWaiting() ? now : 0;
        watched.waitingSince = watched.silentSince;
      } else if (now - watched.silentSince >= this.#limits.silentMs && !watched.isProbing) {
        void this.#probe(watched);
      }
    }
  }

  async #probe(watched: Watched): Promise<void> {
    watched.isProbing = true;
    const isOverdue = performance.now() - watched.waitingSince > statementTimeoutMs + this.#limits.silentMs;
    const isAlive = !isOverdue && (await this.#isAtWork(watched).catch(() => false));
    watched.isProbing = false;
    if (isAlive) watched.silentSince = performance.now();
    else if (clientSocket(watched.client).bytesRead === watched.bytesRead) this.#endWithIdle(watched);
  }

  /** Closes the idle connections too: they used the same network, and the next statement would have to find out again. */
  #endWithIdle(silent: Watched): void {
    for (const watched of this.#watched) {
      if (watched !== silent && watched.isWaiting()) continue;
      clientSocket(watched.client).destroy(new Error('Connection terminated: the server does not answer'));
    }
  }

  async #isAtWork(watched: Watched): Promise<boolean> {
    const probe = new pg.Client(this.#config);
    // If the URL has several hosts, the one of this connection.
    const { host, port } = watched.client as pg.Client;
    Object.assign(probe, { host, port });
    probe.on('error', () => {});
    try {
      await probe.connect();
      return await (this.#server.isPooled
        ? this.#mayBeInPool(probe, watched)
        : hasBusyBackend(probe, watched));
    } finally {
      // A lost connection does not answer the closing message either.
      clientSocket(probe).destroy();
    }
  }

  async #mayBeInPool(probe: pg.Client, { silentSince }: Watched): Promise<boolean> {
    const silentSeconds = (performance.now() - silentSince) / 1_000;
    try {
      const { rows } = await probe.query(activeInPool, [Math.max(0, silentSeconds - 1)]);
      return rows.length > 0;
    } catch {
      // The probe waits for a session of the server, unless the server is gone.
      return await this.#isServerThere();
    }
  }

  async #isServerThere(): Promise<boolean> {
    const { directUrl } = this.#server;
    if (!directUrl) return false;
    const { probeTimeoutMs } = this.#limits;
    const config = clientConfig(directServer(directUrl));
    const probe = newClient({ ...config, connectionTimeoutMillis: probeTimeoutMs });
    probe.on('error', () => {});
    const isThere = await probe.connect().then(
      () => true,
      () => false,
    );
    clientSocket(probe).destroy();
    return isThere;
  }
}

const activeInPool = `select 1 from pg_stat_activity
  where state = 'active' and application_name like 'docket schema %' and usename = current_user
    and query_start < clock_timestamp() - make_interval(secs => $1)
  limit 1`;

/** False if the backend waits for its client: the statement never arrived, or its answer was lost. */
async function hasBusyBackend(probe: pg.Client, { client }: Watched): Promise<boolean> {
  const { rows } = await probe.query('select state from pg_stat_activity where pid = $1', [
    backendPid(client),
  ]);
  return rows[0]?.state === 'active';
}

const clientSocket = (client: pg.ClientBase) => wireConnection(client).stream;
