import type { AddressInfo } from 'node:net';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/index.ts';
import { newLogger } from '../platform/logger.ts';
import { hasAccounts } from '../users/index.ts';
import { startWorker } from '../worker.ts';

// A drain that takes longer is cut off, so that the process is gone within five seconds.
const drainMs = 4_000;

/** Everything in one process, until a signal ends it. */
export async function serve(config: Config): Promise<void> {
  const logger = newLogger(config.LOG_LEVEL);
  const db = await openDatabase(config.database);
  const app = buildApp({ db, clock: systemClock, config, logger });
  const worker = startWorker({ db, clock: systemClock, logger });
  await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver: () => 'listening' });

  const { port } = app.server.address() as AddressInfo;
  process.stdout.write(welcome(config, port, await hasAccounts(db.reads)));

  const stop = async (signal: string) => {
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), drainMs).unref();
    await app.close();
    await worker.stop();
    await db.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function welcome(config: Config, port: number, anyAccounts: boolean): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  const address = config.BASE_URL ?? `http://${host}:${port}`;
  const { database } = config;
  const data = database.engine === 'sqlite' ? database.file : `PostgreSQL at ${new URL(database.url).host}`;
  const lines = [
    '',
    `  Docket is ready at ${address}`,
    '',
    `  Data           ${data}`,
    `  API reference  ${address}/reference`,
    anyAccounts
      ? '  Accounts       npm run docket -- user list'
      : '  First account  npm run docket -- user create --name "Your Name" --email you@example.org',
    ...(anyAccounts ? [] : ['                 (it becomes the administrator)']),
    '',
  ];
  return `${lines.join('\n')}\n`;
}
