import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../composition/app.ts';
import { startWorker } from '../../composition/worker.ts';
import type { Config } from '../../config/index.ts';
import type { SteadyClock } from '../../platform/clock.ts';
import { hostNames } from '../../platform/db/index.ts';
import { connectionsWaitingMax, listenOnSidePort, type SideListener } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { hasAccounts } from '../../users/index.ts';
import { WebApp } from '../../web-app/index.ts';
import { checkStorage } from '../check-storage.ts';
import type { CommandResult } from '../command.ts';
import type { StopOrder } from '../process-group.ts';
import {
  cannotListen,
  drainMs,
  exitIfDatabaseIsLost,
  listenForScrapes,
  openProcess,
} from '../start-process.ts';
import { warnAboutRepositories } from '../warn-about-repositories.ts';
import { warnAboutShortSecrets } from '../warn-about-secrets.ts';

/** Serves, and does the background work unless it is off, until a signal or the loss of the database. */
export async function serveHere(
  config: Config,
  clock: SteadyClock,
  processNumber?: number,
): Promise<CommandResult> {
  const { logger, context, monitoring } = await openProcess(config, clock, processNumber);
  const webApp = config.WEB === 'on' ? newWebApp(config, logger) : undefined;
  const closeContext = async () => {
    await monitoring.close();
    await context.close();
  };
  const app = await buildOrClose(() => buildApp(context, { webApp, monitoring }), closeContext);
  const worker = config.BACKGROUND_WORK === 'on' ? startWorker(context) : undefined;
  warnAboutShortSecrets(context);
  const sideListeners: SideListener[] = [];
  let metricsPort: number | undefined;
  let anyAccounts: boolean;
  const close = async () => {
    await Promise.all([app.close(), ...sideListeners.map((listener) => listener.close())]);
    await Promise.all([worker?.stop(), webApp?.close()]);
    await closeContext();
  };
  // A failure must stop the loops and the server too, or the process would go on without having reported that it is
  // ready.
  try {
    await checkStorage(context);
    await warnAboutRepositories(context);
    anyAccounts = await hasAccounts(context.db.reads);
    await listen(app, config);
    for (const sidePort of listSidePorts(config))
      sideListeners.push(await openSidePort(app, config.HOST, sidePort));
    metricsPort = await listenForScrapes(monitoring, config);
  } catch (error) {
    await close();
    throw error;
  }

  const stop = async (signal: string, exitCode = 0) => {
    logger.info({ signal }, 'Stopping');
    app.announceShutdown();
    // On Ctrl-C there is no load balancer to wait for.
    if (signal === 'SIGTERM') await wait(config.shutdownDelayMs);
    setTimeout(() => process.exit(exitCode), drainMs).unref();
    await close();
    process.exit(exitCode);
  };
  exitIfDatabaseIsLost(context, stop);
  process.once('SIGTERM', (signal) => void stop(signal));
  if (processNumber === undefined) process.once('SIGINT', (signal) => void stop(signal));
  else obeyGroup(stop);

  const { port } = app.server.address() as AddressInfo;
  const sidePorts = sideListeners.map(({ port }) => port);
  return describeStart(config, { port, sidePorts, metricsPort }, anyAccounts);
}

/** What is open would hold a process whose installation lacks a file: it must end, so that it is started again or noticed. */
async function buildOrClose<T>(build: () => T, close: () => Promise<void>): Promise<T> {
  try {
    return build();
  } catch (error) {
    await close();
    throw error;
  }
}

/** A terminal sends SIGINT to every process, and the first one passes it on. */
function obeyGroup(stop: (signal: string) => Promise<void>): void {
  process.on('SIGINT', () => {});
  process.once('message', ({ stop: signal }: StopOrder) => void stop(signal));
}

const newWebApp = ({ searchPath }: Config, logger: Logger) =>
  new WebApp({ root: path.resolve(import.meta.dirname, '../../..'), searchPath, logger });

async function listen(app: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<void> {
  await app.ready();
  await app
    .listen({ host, port, backlog: connectionsWaitingMax, listenTextResolver: () => 'listening' })
    .catch((error: NodeJS.ErrnoException) => {
      throw cannotListen(host, 'PORT', port, error);
    });
}

interface SidePort {
  name: string;
  port: number;
  paths: RegExp;
}

const listSidePorts = ({ API_PORT, WEBHOOK_PORT }: Config): SidePort[] => [
  ...(API_PORT === undefined
    ? []
    : [{ name: 'API_PORT', port: API_PORT, paths: /^\/(?:v1\/|healthz|readyz)/ }]),
  ...(WEBHOOK_PORT === undefined
    ? []
    : [{ name: 'WEBHOOK_PORT', port: WEBHOOK_PORT, paths: /^\/(?:webhooks\/|healthz|readyz)/ }]),
];

const openSidePort = (
  app: FastifyInstance,
  host: string,
  { name, port, paths }: SidePort,
): Promise<SideListener> =>
  listenOnSidePort(app, { host, port, paths }).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(host, name, port, error);
  });

function describeAccounts({ WEB }: Config, url: string, anyAccounts: boolean): string[] {
  if (anyAccounts) return ['  Accounts       npm run docket -- user list'];
  const how =
    WEB === 'on' ? `open ${url}` : 'npm run docket -- user create --name "Your Name" --email you@example.org';
  return [`  First account  ${how}`, '                 (it becomes the administrator)'];
}

interface Ports {
  port: number;
  sidePorts: number[];
  metricsPort: number | undefined;
}

function describeStart(config: Config, ports: Ports, anyAccounts: boolean) {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  const url = config.BASE_URL ?? `http://${host}:${ports.port}`;
  const { database } = config;
  const data = database.engine === 'sqlite' ? database.file : `PostgreSQL at ${hostNames(database.url)}`;
  const lines = [
    '',
    `  Docket is ready at ${url}`,
    '',
    `  Data           ${data}`,
    `  API reference  ${url}/reference`,
    ...describeAccounts(config, url, anyAccounts),
    '',
  ];
  return {
    json: { url, host: config.HOST, ...ports, pid: process.pid, data },
    text: `${lines.join('\n')}\n`,
  };
}
