import { createRequire } from 'node:module';
import type { Histogram, Registry } from 'prom-client';
import { commits, poolWaits, replicaReads } from '../db/index.ts';

type PromClient = typeof import('prom-client');

export interface Metrics {
  /** Adds a gauge that is read at each scrape; with `label`, a value for each value of the label. */
  addGauge(name: string, help: string, read: () => GaugeValues | Promise<GaugeValues>, label?: string): void;
  /** Adds a count that only grows and is read at each scrape. */
  addCounter(name: string, help: string, read: () => number): void;
  /** Called once per answer. `route` is the pattern, never the path: the number of series must stay bounded. */
  observeRequest(request: {
    method: string;
    route: string;
    status: number;
    seconds: number | undefined;
  }): void;
  countSlow(kind: 'request' | 'statement'): void;
  /** The text that Prometheus scrapes. */
  render(): Promise<{ contentType: string; text: string }>;
  close(): void;
}

/** Without a value the gauge is left out of the scrape: 0 would say that all is well. */
export type GaugeValues = Record<string, number> | number | undefined;

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const databaseBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const groupBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Metrics of the process, its requests and its commits. Modules above add gauges that are read at each scrape. */
export function newMetrics({ version }: { version: string }): Metrics {
  // Loaded here: a process without metrics does not need it.
  const client = createRequire(import.meta.url)('prom-client') as PromClient;
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  // promtool refuses gauges with such names; counting handles also costs more the more streams are open.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}`);
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  const registers = [registry];
  new client.Gauge({
    name: 'docket_build_info',
    help: 'Always 1; the labels tell which version runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  const requests = new client.Counter({
    name: 'docket_http_requests_total',
    help: 'Answered requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new client.Histogram({
    name: 'docket_http_request_duration_seconds',
    help: 'From the arrival of a request to the start of its answer, without event streams and long polls.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  });
  const slow = new client.Counter({
    name: 'docket_slow_total',
    help: 'Requests and statements over SLOW_REQUEST_MS and SLOW_STATEMENT_MS.',
    labelNames: ['kind'],
    registers,
  });
  const histogram = (name: string, help: string, buckets: number[]): Histogram =>
    new client.Histogram({ name, help, buckets, registers });
  const commitSeconds = histogram(
    'docket_db_commit_duration_seconds',
    'Duration of a commit.',
    databaseBuckets,
  );
  const groupSize = histogram(
    'docket_db_commit_transactions',
    'Transactions that shared a commit.',
    groupBuckets,
  );
  const poolSeconds = histogram(
    'docket_db_pool_wait_seconds',
    'How long a transaction waited for a connection; PostgreSQL only.',
    databaseBuckets,
  );
  const readsOfReplica = new client.Counter({
    name: 'docket_replica_reads_total',
    help: 'Large reads with DATABASE_READ_URL: answered by the replica, or why by the primary.',
    labelNames: ['outcome'],
    registers,
  });
  const unsubscribe = [
    replicaReads.subscribe(({ outcome }) => readsOfReplica.inc({ outcome })),
    commits.subscribe(({ ms, transactions }) => {
      commitSeconds.observe(ms / 1_000);
      groupSize.observe(transactions);
    }),
    poolWaits.subscribe(({ waitedMs }) => poolSeconds.observe(waitedMs / 1_000)),
  ];

  return {
    addGauge: gaugeAdder(client, registry),
    addCounter: (name, help, read) =>
      void new client.Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    countSlow: (kind) => slow.inc({ kind }),
    observeRequest: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      if (seconds !== undefined) requestSeconds.observe({ method, route }, seconds);
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    close: () => {
      for (const end of unsubscribe) end();
      registry.clear();
    },
  };
}

const gaugeAdder =
  (client: PromClient, registry: Registry): Metrics['addGauge'] =>
  (name, help, read, label) => {
    new client.Gauge({
      name,
      help,
      registers: [registry],
      ...(label && { labelNames: [label] }),
      async collect() {
        const values = await read();
        this.reset();
        if (label === undefined) {
          if (typeof values === 'number') this.set(values);
          else this.remove();
        } else if (typeof values === 'object') {
          for (const [value, count] of Object.entries(values)) this.set({ [label]: value }, count);
        }
      },
    });
  };
