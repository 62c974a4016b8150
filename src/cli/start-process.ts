import path from 'node:path';
import { lastBackup } from '../backup/index.ts';
import { type Context, openContext } from '../composition/context.ts';
import type { Config } from '../config/index.ts';
import { type Monitoring, startMonitoring } from '../monitoring/index.ts';
import { runStepsWith } from '../platform/background-loop.ts';
import type { SteadyClock } from '../platform/clock.ts';
import { DatabaseSuperseded, findKilledProcess, isOfDamagedFile } from '../platform/db/index.ts';
import { newLogger } from '../platform/logger.ts';
import { openTracing, type Tracing } from '../platform/tracing/index.ts';
import { CannotListen } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { reportUpgrade } from './report-upgrade.ts';

/** SIGTERM must end a process within 5 s, and the delay before the drain, so a longer drain is cut off. */
export const drainMs = 4_000;

/** What a server and a worker have in common: the context with traces, and its monitoring. */
export async function openProcess(config: Config, clock: SteadyClock, processNumber?: number) {
  const logger = newLogger(config.LOG_LEVEL, processNumber);
  logCrashes(logger);
  const tracing = await openConfiguredTracing(config);
  const { database } = config;
  const wasKilled = database.engine === 'sqlite' && findKilledProcess(database.file);
  const context = await openContext({ config, clock, logger, tracing }, reportUpgrade);
  if (wasKilled) logger.warn('The process before this one was killed, or ended by the system');
  // Lets the next start find out how this process ended. A disk that is full or read-only does not prevent the start.
  if (database.engine === 'sqlite') await context.db.presence.announce().catch(() => {});
  // Behind a pooler, a migration of a newer version knows by this session that this process runs.
  else await context.db.presence.announce();
  void context.db.damaged?.then((error) =>
    logger.fatal(
      { err: error },
      'The database file is damaged: nothing is written any more; restore a backup',
    ),
  );
  const backups = {
    everyMs: config.BACKUP_EVERY,
    last: async () => {
      const { succeeded, problem } = await lastBackup(context.db.reads);
      return { succeededAt: succeeded?.finishedAt ?? null, hasFailedSince: problem !== undefined };
    },
  };
  return {
    logger,
    context,
    monitoring: startMonitoring({ ...context, backups, folders: listFolders(config) }),
  };
}

/** The folders that this process writes to. */
function listFolders({ DATA_DIR, storage, backupPlace }: Config): Record<string, string> {
  return {
    data: path.resolve(DATA_DIR),
    ...('folder' in storage && { files: storage.folder }),
    ...('folder' in backupPlace && { backups: backupPlace.folder }),
  };
}

/** Stops accepting requests, answers those in flight, and ends the process. */
export type Stop = (signal: string, exitCode?: number) => Promise<void>;

/**
 * Ends the process if its database file is deleted, before it acknowledges changes that are lost. If a newer version
 * takes over the database, what was committed is still answered.
 */
export function exitIfDatabaseIsLost({ db, logger }: Context, stop: Stop): void {
  void db.lost?.then((error) => {
    if (error instanceof DatabaseSuperseded) {
      logger.error({ err: error }, 'Stopping: a newer version of Docket takes over the database');
      return stop('takeover', exitCodes.databaseRefused[0]);
    }
    logger.error({ err: error }, 'Stopping: start Docket again, and restore a backup if data is missing');
    process.exit(exitCodes.databaseRefused[0]);
  });
}

/** The last line of a process that crashes is a line of its log, not the stack that Node would print. */
function logCrashes(logger: ReturnType<typeof newLogger>): void {
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'Docket crashed');
    process.exit(exitCodes[isOfDamagedFile(error) ? 'databaseRefused' : 'failure'][0]);
  });
}

async function openConfiguredTracing({ otlp }: Config): Promise<Tracing | undefined> {
  if (!otlp) return undefined;
  const tracing = await openTracing(otlp);
  runStepsWith((name, step) => tracing.span(`loop ${name}`, { isLazy: true }, step));
  return tracing;
}

export function cannotListen(
  host: string,
  name: string,
  port: number,
  { code, message }: NodeJS.ErrnoException,
) {
  const reason =
    code === 'EADDRINUSE'
      ? `another program listens there. Stop it or set ${name} to a free port`
      : code === 'EACCES'
        ? `this user has no permission. Use a ${name} above 1023, or put a reverse proxy in front`
        : `${message}. Set HOST to an address of this machine`;
  return new CannotListen(`Cannot listen on HOST ${host}, ${name} ${port}: ${reason}.`);
}

export const listenForScrapes = (monitoring: Monitoring, { METRICS_LISTEN }: Config) =>
  monitoring.listen().catch((error: NodeJS.ErrnoException) => {
    const { host, port } = METRICS_LISTEN ?? { host: '', port: 0 };
    throw cannotListen(host, 'METRICS_LISTEN', port, error);
  });
