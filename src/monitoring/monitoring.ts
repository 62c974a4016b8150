import packageJson from '../../package.json' with { type: 'json' };
import type { Clock } from '../platform/clock.ts';
import { type Database, replicaReads, statements } from '../platform/db/index.ts';
import type { ListenAddress } from '../platform/listen-address.ts';
import type { Logger } from '../platform/logger.ts';
import {
  listenForScrapes,
  type Metrics,
  newMetrics,
  type ScrapeListener,
} from '../platform/metrics/index.ts';
import { addGauges, type GaugeSources } from './add-gauges.ts';
import { ReplicaLog } from './replica-log.ts';
import { SlowLog, slowThreshold } from './slow-log.ts';

export interface MonitoringSettings {
  METRICS_TOKEN?: string | undefined;
  METRICS_LISTEN?: ListenAddress | undefined;
  SLOW_REQUEST_MS: number;
  SLOW_STATEMENT_MS: number;
}

export interface AnsweredRequest {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number | undefined;
}

/** The measurements of a process, for its operators. */
export interface Monitoring {
  /** Undefined if no metrics are configured. */
  metrics: Metrics | undefined;
  noteRequest(request: AnsweredRequest): void;
  /** Serves `/metrics` on METRICS_LISTEN, if that is set; returns the port. */
  listen(): Promise<number | undefined>;
  close(): Promise<void>;
}

interface MonitoringContext extends Pick<GaugeSources, 'storage' | 'backups' | 'folders'> {
  db: Database;
  clock: Clock;
  logger: Logger;
  config: MonitoringSettings;
}

const statementCharactersMax = 500;

/** Starts to measure this process: metrics if they are configured, and log lines for what is slow. */
export function startMonitoring(context: MonitoringContext): Monitoring {
  const { config, logger } = context;
  const metrics = newConfiguredMetrics(context);
  let listener: ScrapeListener | undefined;
  const slowLog = new SlowLog(logger);
  const slowRequestMs = slowThreshold(config.SLOW_REQUEST_MS);
  const slowStatementMs = slowThreshold(config.SLOW_STATEMENT_MS);
  const replicaLog = new ReplicaLog(logger);
  const stopReplicaLog = replicaReads.subscribe(({ outcome }) => replicaLog.note(outcome));
  const unsubscribe = statements.subscribe(({ statement, ms, ran }) => {
    if (ms < slowStatementMs) return;
    metrics?.countSlow('statement');
    slowLog.write({ ms, ran, statement: oneLine(statement) }, 'Slow statement');
  });

  return {
    metrics,
    noteRequest: ({ requestId, method, route, status, ms }) => {
      metrics?.observeRequest({ method, route, status, seconds: ms === undefined ? undefined : ms / 1_000 });
      if (ms === undefined || ms < slowRequestMs) return;
      metrics?.countSlow('request');
      slowLog.write({ ms, requestId, method, route, status }, 'Slow request');
    },
    listen: async () => {
      const { METRICS_LISTEN: address, METRICS_TOKEN: token } = config;
      if (metrics && address) listener = await listenForScrapes(metrics, { ...address, token });
      return listener?.port;
    },
    close: async () => {
      unsubscribe();
      stopReplicaLog();
      metrics?.close();
      await listener?.close();
    },
  };
}

function newConfiguredMetrics({ config, ...sources }: MonitoringContext): Metrics | undefined {
  if (config.METRICS_TOKEN === undefined && config.METRICS_LISTEN === undefined) return undefined;
  const metrics = newMetrics({ version: packageJson.version });
  addGauges(metrics, sources);
  return metrics;
}

/** The text of a statement has names of parameters, never their values. */
const oneLine = (statement: string) => statement.replace(/\s+/g, ' ').trim().slice(0, statementCharactersMax);
