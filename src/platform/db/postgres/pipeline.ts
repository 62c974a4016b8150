import type pg from 'pg';
import { flushBatch, sendTogether } from './batch.ts';
import { type ConnectionConfig, newClient } from './client.ts';
import { type PreparedQuery, preparedCount } from './query.ts';

/** Sends statements without waiting for the answers of earlier ones. */
export interface Pipeline {
  send(query: PreparedQuery): void;
  close(): Promise<void>;
}

// Beyond this, the next connection is used, because the server runs the statements of a connection one after the other.
const inFlightPerConnection = 8;
/** Each prepared statement takes memory on the server, and many texts are built at run time. */
const preparedStatementsMax = 1_000;

/**
 * A few connections that all reads share. A pool lends a connection to one statement at a time, which costs two system
 * calls and a context switch of the server each. Here the statements of one event-loop turn are written and answered
 * together (postgres/batch.ts). An error affects only its own statement; a lost connection fails the statements in
 * flight on it.
 */
export function newPipeline(
  config: ConnectionConfig,
  connectionsMax: number,
  onConnect: (client: pg.Client) => void,
): Pipeline {
  const connections = Array.from({ length: connectionsMax }, () => new SharedConnection(config, onConnect));
  const leastBusy = (a: SharedConnection, b: SharedConnection) => (b.inFlight < a.inFlight ? b : a);
  return {
    send: (query) => {
      const free = connections.find((connection) => connection.inFlight < inFlightPerConnection);
      (free ?? connections.reduce(leastBusy)).send(query);
    },
    close: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
  };
}

/** One connection, opened at its first use and again after it was lost. */
class SharedConnection {
  readonly #config: ConnectionConfig;
  readonly #onConnect: (client: pg.Client) => void;
  #client: pg.Client | undefined;
  #connecting: Promise<unknown> | undefined;
  #waiting: PreparedQuery[] = [];
  inFlight = 0;

  constructor(config: ConnectionConfig, onConnect: (client: pg.Client) => void) {
    this.#config = { ...config, pipeline: true };
    this.#onConnect = onConnect;
  }

  send(query: PreparedQuery): void {
    this.inFlight++;
    const settle = () => {
      this.inFlight--;
    };
    query.result.then(settle, settle);
    if (this.#client && preparedCount(this.#client) > preparedStatementsMax) this.#retire(this.#client);
    if (this.#client) this.#sendOn(this.#client, query);
    else {
      this.#waiting.push(query);
      this.#connecting ??= this.#connect();
    }
  }

  #sendOn(client: pg.Client, query: PreparedQuery): void {
    sendTogether(client, query, 'each for itself');
  }

  /** Closes the connection after the answers in flight have arrived. */
  #retire(client: pg.Client): void {
    this.#client = undefined;
    flushBatch(client);
    void client.end();
  }

  async #connect(): Promise<void> {
    const client = newClient(this.#config);
    const forget = () => {
      if (this.#client === client) this.#client = undefined;
    };
    // Without a listener, a lost connection would end the process. The statements in flight fail by themselves.
    client.on('error', forget);
    client.on('end', forget);
    let failure: unknown;
    await client.connect().catch((error: unknown) => {
      failure = error;
    });
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#connecting = undefined;
    if (failure) {
      for (const query of waiting) query.fail(failure);
      return;
    }
    this.#client = client;
    this.#onConnect(client);
    for (const query of waiting) this.#sendOn(client, query);
  }

  /** Closes the connection after the answers in flight. */
  async close(): Promise<void> {
    await this.#connecting;
    if (this.#client) flushBatch(this.#client);
    await this.#client?.end();
  }
}

/** Returns a connection to its pool, or closes it if it has too many prepared statements. */
export function releaseToPool(client: pg.PoolClient, { isBroken = false } = {}): void {
  client.release(isBroken || preparedCount(client) > preparedStatementsMax);
}
