import type pg from 'pg';
import { flushBatch, sendTogether } from './batch.ts';
import { type ConnectionConfig, newClient } from './client.ts';
import { type PreparedQuery, preparedCount } from './query.ts';

/** Sends statements without waiting for the answers of earlier ones. */
export interface Pipeline {
  send(query: PreparedQuery): void;
  close(): Promise<void>;
}

// A connection takes so many statements before the next one is used: the server runs those of one connection in turn.
const inFlightPerConnection = 8;
/** Each prepared statement holds memory of the server, and texts that are built at run time are many. */
const preparedStatementsMax = 1_000;

/**
 * Few connections that all reads share. A pool lends a connection to one statement at a time: two system calls and a
 * context switch of the server for each. Here the statements of one event-loop turn are written together and answered
 * together (postgres-batch.ts). An error affects only its own statement; a lost connection fails those under way on it.
 */
export function newPipeline(
  config: ConnectionConfig,
  connectionsMax: number,
  onConnect: (client: pg.Client) => void,
): Pipeline {
  const lanes = Array.from({ length: connectionsMax }, () => new Lane(config, onConnect));
  const leastBusy = (a: Lane, b: Lane) => (b.inFlight < a.inFlight ? b : a);
  return {
    send: (query) => {
      const free = lanes.find((lane) => lane.inFlight < inFlightPerConnection);
      (free ?? lanes.reduce(leastBusy)).send(query);
    },
    close: async () => void (await Promise.all(lanes.map((lane) => lane.close()))),
  };
}

/** One connection, opened when it is first needed and again after it was lost. */
class Lane {
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

  /** The answers under way still arrive. */
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
    // Without a listener, a lost connection ends the process. The statements under way fail by themselves.
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

  /** Ends the connection after the answers under way. */
  async close(): Promise<void> {
    await this.#connecting;
    if (this.#client) flushBatch(this.#client);
    await this.#client?.end();
  }
}

/** Connections with too many prepared statements are closed. */
export function releaseToPool(client: pg.PoolClient, { isBroken = false } = {}): void {
  client.release(isBroken || preparedCount(client) > preparedStatementsMax);
}
