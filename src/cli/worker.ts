import { command, UsageError } from './command.ts';

/** Runs the background loops alone until SIGTERM or SIGINT. */
export const worker = command({
  arguments: {},
  options: {},
  examples: [
    'DATABASE_URL=postgres://docket@db/docket docket worker',
    'WORKER_LISTEN=9465 METRICS_LISTEN=9464 docket worker',
  ],
  run: async (_values, { config, clock }) => {
    if (config.database.engine === 'sqlite') throw new UsageError(needsPostgres);
    const { workHere } = await import('./worker/work-here.ts');
    return workHere(config, clock);
  },
});

const needsPostgres =
  'docket worker needs PostgreSQL (DATABASE_URL). On SQLite the server does the background work: start docket serve.';
