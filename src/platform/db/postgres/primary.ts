import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type ParameterStatus, wireConnection } from './pg-internals.ts';

const probeTimeoutMs = 2_000;
/** How long other hosts may still answer after a primary has: another one may have been promoted since. */
const othersMayAnswerMs = 200;

interface Primary {
  host: string;
  port: number;
  timeline: number;
}

/** A standby has no timeline of its own. */
const readTimeline = `select case when pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'
  then null else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`;

/** Connections are opened rarely, but then several at once. */
const rememberedMs = 1_000;

/**
 * Finds the host that accepts writes and remembers it for a second. If two do, the one promoted last is chosen: the
 * other was cut off and has not noticed yet.
 */
class PrimaryFinder {
  readonly #configs: pg.ClientConfig[];
  #search: Promise<Primary> | undefined;
  #searchedAt = 0;

  constructor(configs: pg.ClientConfig[]) {
    this.#configs = configs;
  }

  find(): Promise<Primary> {
    const now = performance.now();
    if (this.#search && now - this.#searchedAt < rememberedMs) return this.#search;
    const search = this.#searchAll();
    search.catch(() => this.forget(search));
    this.#search = search;
    this.#searchedAt = now;
    return search;
  }

  /** Forgets the result of a search after a connection to it has failed. */
  forget(search: Promise<Primary>): void {
    if (this.#search === search) this.#search = undefined;
  }

  async #searchAll(): Promise<Primary> {
    const found: Primary[] = [];
    const probes = this.#configs.map(async (config) => {
      const primary = await probe(config);
      if (primary) found.push(primary);
      return primary;
    });
    const first = Promise.any(
      probes.map(async (one) => (await one) ?? Promise.reject(new Error('a standby'))),
    );
    await Promise.race([
      Promise.allSettled(probes),
      first.then(
        () => wait(othersMayAnswerMs, undefined, { ref: false }),
        () => Promise.allSettled(probes),
      ),
    ]);
    const [newest] = found.sort((a, b) => b.timeline - a.timeline);
    if (newest) return newest;
    throw (await Promise.allSettled(probes)).find(isRejected)?.reason ?? noPrimary();
  }
}

const isRejected = (result: PromiseSettledResult<unknown>) => result.status === 'rejected';

const noPrimary = () =>
  Object.assign(new Error('none of the servers of DATABASE_URL accepts writes'), { code: 'ECONNREFUSED' });

/** Returns undefined if the server accepts no writes. */
async function probe(config: pg.ClientConfig): Promise<Primary | undefined> {
  const client = new pg.Client({
    ...config,
    application_name: 'docket probe',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ timeline: number | null }>(readTimeline);
    const timeline = rows[0]?.timeline ?? null;
    return timeline === null ? undefined : { host: client.host, port: client.port, timeline };
  } finally {
    client.end().catch(() => {});
  }
}

const finders = new Map<string, PrimaryFinder>();

/** Makes the client class for a URL with several hosts: each client connects to the host that accepts writes. */
export function clientOfPrimary(key: string, configs: pg.ClientConfig[]): typeof pg.Client {
  const finder = finders.get(key) ?? new PrimaryFinder(configs);
  finders.set(key, finder);

  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const connected = this.#connectToPrimary();
      if (!callback) return connected;
      connected.then(
        () => (callback as (error: null, client: pg.Client) => void)(null, this),
        callback as (error: Error) => void,
      );
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      const search = finder.find();
      const primary = await search;
      Object.assign(this, { host: primary.host, port: primary.port });
      // Without a listener, a connection lost before its owner has it would end the process.
      this.on('error', () => {});
      // PostgreSQL 14 and later report both parameters when the session starts.
      let acceptsWrites = true;
      const onStatus = ({ parameterName: name, parameterValue: value }: ParameterStatus) => {
        if ((name === 'in_hot_standby' || name === 'default_transaction_read_only') && value === 'on')
          acceptsWrites = false;
      };
      const connection = wireConnection(this);
      connection.on('parameterStatus', onStatus);
      try {
        await super.connect();
      } catch (error) {
        finder.forget(search);
        throw error;
      }
      connection.off('parameterStatus', onStatus);
      if (acceptsWrites) return this;
      finder.forget(search);
      await this.end().catch(() => {});
      throw noPrimary();
    }
  };
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);
