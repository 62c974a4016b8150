import type pg from 'pg';
import { flushBatch, sendTogether } from '../postgres/batch.ts';
import {
  clientConfig,
  connectPool,
  newClient,
  type PostgresServer,
  setForReads,
} from '../postgres/client.ts';
import { translatingErrors } from '../postgres/errors.ts';
import { backendPid, cancelActiveQuery } from '../postgres/pg-internals.ts';
import { releaseToPool } from '../postgres/pipeline.ts';
import {
  type Execute,
  type Prepare,
  PreparedQuery,
  statementName,
  statementNames,
  unansweredCount,
} from '../postgres/query.ts';
import { SilenceWatch } from '../postgres/silence.ts';
import type { Statement } from '../statements/statement.ts';

// One connection runs the statements of the lane; the other is opened to cancel them.
const connectionsMax = 2;
const preparedMax = 500;

const begin: Statement<object, unknown> = { text: 'begin isolation level repeatable read read only' };
const commit: Statement<object, unknown> = { text: 'commit' };

/** A lane's connections to one server. */
export class LaneServer {
  readonly #server: PostgresServer;
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  #isAsking = false;
  readonly prepare: Prepare;
  /** Checked out while a task runs. */
  client: pg.PoolClient | undefined;

  constructor(server: PostgresServer, connectTimeoutMs?: number) {
    this.#server = server;
    this.#pool = connectPool(server, connectionsMax, { pipeline: true, connectTimeoutMs });
    this.prepare = statementNames(server);
    const silence = new SilenceWatch(server);
    this.#pool.on('connect', (connected) => {
      const isWaiting = () => unansweredCount(connected) > 0 || (this.#isAsking && connected === this.client);
      silence.add(connected, isWaiting);
    });
  }

  get isPooled(): boolean {
    return this.#server.isPooled;
  }

  connect(): Promise<pg.PoolClient> {
    return translatingErrors(() => this.#pool.connect());
  }

  /** Called after the task has ended. Statements that it sent and did not await may still be running. */
  release({ isBroken }: { isBroken: boolean }): void {
    if (this.client) releaseToPool(this.client, { isBroken });
    this.client = undefined;
  }

  /** Sends a statement of a job together with others of the same event-loop turn. */
  readonly execute: Execute = (query) => {
    sendTogether(this.client as pg.PoolClient, query, 'all or none');
    return query.result;
  };

  async begin(): Promise<void> {
    const commands = this.isPooled ? [begin, setForReads] : [begin];
    await Promise.all(commands.map((command) => this.#command(command)));
  }

  /** Ends the read transaction. If this fails, the connection is lost, which the next task notices. */
  endTransaction(): void {
    this.#command(commit).catch(() => {});
    // The next task may send a statement of its own at once.
    flushBatch(this.client as pg.PoolClient);
  }

  readonly #command = (command: Statement<object, unknown>) =>
    this.execute(new PreparedQuery(this.prepare(command), []));

  /** Runs a single statement. Its rows are arrays. */
  async read(sql: string, values: unknown[]): Promise<pg.QueryArrayResult> {
    const name = this.#statementName(sql);
    const config = { text: sql, values, ...(name && { name }), rowMode: 'array' as const };
    this.#isAsking = true;
    try {
      return await translatingErrors(() => (this.client as pg.PoolClient).query(config));
    } finally {
      this.#isAsking = false;
    }
  }

  /** Sends the protocol's cancel request, which a pooler forwards: it alone knows which session runs the statement. */
  cancel(): void {
    if (!this.client) return;
    const { client } = this;
    if (!this.#server.isPooled) {
      this.#pool.query('select pg_cancel_backend($1)', [backendPid(client)]).catch(() => {});
      return;
    }
    cancelActiveQuery(client, newClient(clientConfig(this.#server)));
  }

  #statementName(sql: string): string | undefined {
    if (!this.#server.hasNamedStatements) return undefined;
    if (!this.#names.has(sql) && this.#names.size < preparedMax) this.#names.set(sql, statementName(sql));
    return this.#names.get(sql);
  }
}
