import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import { unavailable } from '../platform/errors.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import type { Logger } from '../platform/logger.ts';
import { Type } from '../platform/schema.ts';

const Health = dataOf(Type.Object({ status: Type.String({ examples: ['ok'] }) }));

export function addHealthRoutes(app: FastifyInstance, db: Database, logger: Logger): void {
  const router = newRouter(app, { tag: 'Instance', access: 'public' });
  router.get('/healthz', {
    operationId: 'getHealth',
    summary: 'Check that the process is alive',
    responses: { 200: { description: 'The process is alive', schema: Health } },
    handle: async () => ({ data: { status: 'ok' } }),
  });

  router.get('/readyz', {
    operationId: 'getReadiness',
    summary: 'Check that the database answers',
    responses: { 200: { description: 'The database answers', schema: Health } },
    handle: async () => {
      await db.ping().catch((error: unknown) => {
        logger.warn({ err: error }, 'The database does not answer');
        throw unavailable('The database does not answer');
      });
      return { data: { status: 'ok' } };
    },
  });
}
