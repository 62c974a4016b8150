import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type CommandResult, command, UsageError, wholeNumber } from './command.ts';
import type { ReadyReport } from './process-group.ts';
import { reportUpgrade } from './report-upgrade.ts';

/** Runs the server and, unless BACKGROUND_WORK is off, the background loops until SIGTERM or SIGINT. */
export const serve = command({
  arguments: {},
  options: {
    processes: wholeNumber(
      1,
      64,
      1,
      'Number of processes that serve requests; more than one needs PostgreSQL.',
    ),
  },
  examples: [
    'npm start',
    'PORT=8080 DATA_DIR=/var/lib/docket npm start',
    'DATABASE_URL=postgres://docket@db/docket docket serve --processes 4',
  ],
  run: async ({ processes }, { config, clock }) => {
    if (cluster.worker || processes === 1) {
      const { serveHere } = await import('./serve/serve-here.ts');
      const result = await serveHere(config, clock, cluster.worker?.id);
      return cluster.worker ? reportReady(result) : result;
    }
    if (config.database.engine === 'sqlite') throw new UsageError(needsPostgres);
    const { prepareDatabase } = await import('../platform/db/index.ts');
    const { newLogger } = await import('../platform/logger.ts');
    const { ProcessGroup } = await import('./process-group.ts');
    await prepareDatabase(config.database, reportUpgrade);
    const port = config.PORT || (await findFreePort(config.HOST));
    return new ProcessGroup(processes, port, newLogger(config.LOG_LEVEL)).start();
  },
});

const needsPostgres =
  '--processes needs PostgreSQL (DATABASE_URL). SQLite has one writer at a time and one server for each file, so more ' +
  'processes would only wait for each other.';

async function findFreePort(host: string): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function reportReady(result: CommandResult): CommandResult {
  process.send?.({ ready: result } satisfies ReadyReport);
  return result;
}
