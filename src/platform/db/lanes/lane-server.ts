import type pg from 'pg';
import { clientConfig, connectPool, newClient, type PostgresServer } from '../postgres-client.ts';
import { translatingErrors } from '../postgres-errors.ts';
import { statementName } from '../postgres-query.ts';
import { SilenceWatch } from '../postgres-silence.ts';

// One runs the statements of the lane; the other one is opened to cancel them.
const connectionsMax = 2;
const preparedMax = 500;

/** The connections of a lane to one server. */
export class LaneServer {
  readonly #server: PostgresServer;
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  #isAsking = false;
  /** Held while a task runs. */
  client: pg.PoolClient | undefined;

  constructor(server: PostgresServer, connectTimeoutMs?: number) {
    this.#server = server;
    this.#pool = connectPool(server, connectionsMax, { connectTimeoutMs });
    const silence = new SilenceWatch(server);
    this.#pool.on('connect', (connected) =>
      silence.add(connected, () => this.#isAsking && connected === this.client),
    );
  }

  get isPooled(): boolean {
    return this.#server.isPooled;
  }

  connect(): Promise<pg.PoolClient> {
    return translatingErrors(() => this.#pool.connect());
  }

  async query(sql: string, values: unknown[], rowMode?: 'array'): Promise<pg.QueryResult> {
    const name = this.#nameOf(sql);
    const config = { text: sql, values, ...(name && { name }), ...(rowMode && { rowMode }) };
    this.#isAsking = true;
    try {
      return await translatingErrors(() => (this.client as pg.PoolClient).query(config as pg.QueryConfig));
    } finally {
      this.#isAsking = false;
    }
  }

  /** Only the pooler knows which session of the server runs the statement; it passes a request of the protocol on. */
  cancel(): void {
    if (!this.client) return;
    const { processID, activeQuery } = this.client as unknown as {
      processID: number;
      activeQuery?: pg.Query;
    };
    if (!this.#server.isPooled) {
      this.#pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {});
    } else if (activeQuery) {
      const canceller = newClient(clientConfig(this.#server)) as unknown as Canceller;
      canceller.connection.on('error', () => {});
      canceller.cancel(this.client, activeQuery);
    }
  }

  #nameOf(sql: string): string | undefined {
    if (!this.#server.hasNamedStatements) return undefined;
    if (!this.#names.has(sql) && this.#names.size < preparedMax) this.#names.set(sql, statementName(sql));
    return this.#names.get(sql);
  }
}

/** What the types of the driver leave out: opens a connection that only says which statement is to end. */
interface Canceller {
  connection: { on(event: 'error', listener: () => void): void };
  cancel(client: pg.PoolClient, query: pg.Query): void;
}
