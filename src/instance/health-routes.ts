import type { FastifyInstance } from 'fastify';
import { type Database, DatabaseUnavailable, type Unavailability } from '../platform/db/index.ts';
import { unavailable } from '../platform/errors.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import type { Logger } from '../platform/logger.ts';
import { Type } from '../platform/schema.ts';
import type { StorageFault, WatchedStorage } from '../platform/storage/index.ts';

const Health = dataOf(Type.Object({ status: Type.String({ examples: ['ok'] }) }));

const Readiness = dataOf(
  Type.Object({
    status: Type.String({ examples: ['ok'] }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What fails although the server can do its work, such as the storage of files.',
        examples: [['The storage of files is full: uploads are refused']],
      }),
    ),
  }),
);

const faults: Record<Unavailability, string> = {
  unreachable: 'The database does not answer',
  'read-only': 'The database accepts no changes',
  damaged: 'The database file is damaged; restore a backup',
  full: 'The disk of the database is full',
  'server-full': 'The disk of the database is full',
  busy: 'The database is too busy to answer',
  superseded: 'A newer version of Docket takes over the database',
  'lost-in-commit': 'The database does not answer',
};

const storageFaults: Record<StorageFault, string> = {
  unreachable: 'The storage of files does not answer: uploads and downloads fail',
  refused: 'The storage of files refuses Docket: uploads and downloads fail',
  missing: 'The bucket of files does not exist: uploads and downloads fail',
  full: 'The storage of files is full: uploads are refused',
};

interface HealthContext {
  db: Database;
  storage: Pick<WatchedStorage, 'currentFault'>;
  logger: Logger;
}

export function addHealthRoutes(app: FastifyInstance, { db, storage, logger }: HealthContext): void {
  const router = newRouter(app, { tag: 'Instance', access: 'public' });
  router.get('/healthz', {
    operationId: 'getHealth',
    summary: 'Check that the process is alive',
    responses: { 200: { description: 'The process is alive', schema: Health } },
    handle: async () => ({ data: { status: 'ok' } }),
  });

  const ping = shared(() => db.ping());
  router.get('/readyz', {
    operationId: 'getReadiness',
    summary: 'Check that the database answers and accepts changes',
    responses: { 200: { description: 'The database answers and accepts changes', schema: Readiness } },
    handle: async () => {
      if (app.isStopping()) throw unavailable('This server is stopping');
      await ping().catch((error: unknown) => {
        const reason = error instanceof DatabaseUnavailable ? error.reason : 'unreachable';
        logger.warn({ err: error }, faults[reason]);
        throw unavailable(faults[reason]);
      });
      // A failing storage is no reason to send requests elsewhere: most need no files, and every server uses the same
      // storage.
      const fault = storage.currentFault();
      return { data: { status: 'ok', ...(fault && { warnings: [storageFaults[fault]] }) } };
    },
  });
}

/** Concurrent calls share one run. Health checks are not rate-limited, so they must not add up to load. */
function shared<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
