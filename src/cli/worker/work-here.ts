import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildHealthApp } from '../../composition/app.ts';
import { startWorker } from '../../composition/worker.ts';
import type { Config } from '../../config/index.ts';
import type { SteadyClock } from '../../platform/clock.ts';
import { checkStorage } from '../check-storage.ts';
import type { CommandResult } from '../command.ts';
import {
  cannotListen,
  drainMs,
  exitIfDatabaseIsLost,
  listenForScrapes,
  openProcess,
} from '../start-process.ts';

/** Does the background work until a signal or the loss of the database. */
export async function workHere(config: Config, clock: SteadyClock): Promise<CommandResult> {
  const { logger, context, monitoring } = await openProcess(config, clock);
  const loops = startWorker(context);
  const app = buildHealthApp(context, monitoring);
  const close = async () => {
    await app.close();
    await loops.stop();
    await monitoring.close();
    await context.close();
  };
  let metricsPort: number | undefined;
  try {
    await checkStorage(context);
    await listen(app, config);
    metricsPort = await listenForScrapes(monitoring, config);
  } catch (error) {
    await close();
    throw error;
  }
  const stop = async (signal: string, exitCode = 0) => {
    logger.info({ signal }, 'Stopping');
    app.announceShutdown();
    setTimeout(() => process.exit(exitCode), drainMs).unref();
    await close();
    process.exit(exitCode);
  };
  exitIfDatabaseIsLost(context, stop);
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));
  const port = (app.server.address() as AddressInfo | null)?.port;
  const answers = port === undefined ? '' : `; it answers /healthz and /readyz on port ${port}`;
  return {
    json: { pid: process.pid, port, metricsPort },
    text: `The worker is ready${answers}.\n`,
  };
}

async function listen(app: FastifyInstance, { WORKER_LISTEN }: Config): Promise<void> {
  if (!WORKER_LISTEN) return;
  await app.ready();
  await app
    .listen({ ...WORKER_LISTEN, listenTextResolver: () => 'listening' })
    .catch((error: NodeJS.ErrnoException) => {
      throw cannotListen(WORKER_LISTEN.host, 'WORKER_LISTEN', WORKER_LISTEN.port, error);
    });
}
