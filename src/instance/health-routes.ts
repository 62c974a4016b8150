import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import { unavailable } from '../platform/errors.ts';
import { oneOf, route } from '../platform/http/index.ts';
import type { Logger } from '../platform/logger.ts';
import { Type } from '../platform/schema.ts';

const Health = oneOf(Type.Object({ status: Type.String({ examples: ['ok'] }) }));

export function addHealthRoutes(app: FastifyInstance, db: Database, logger: Logger): void {
  route(app, {
    method: 'GET',
    url: '/healthz',
    operationId: 'getHealth',
    summary: 'Check that the process is alive',
    tag: 'Instance',
    access: 'public',
    answers: { 200: { description: 'The process is alive', schema: Health } },
    handle: async () => ({ data: { status: 'ok' } }),
  });

  route(app, {
    method: 'GET',
    url: '/readyz',
    operationId: 'getReadiness',
    summary: 'Check that the database answers',
    tag: 'Instance',
    access: 'public',
    answers: { 200: { description: 'The database answers', schema: Health } },
    handle: async () => {
      await db.ping().catch((error: unknown) => {
        logger.warn({ err: error }, 'The database does not answer');
        throw unavailable('The database does not answer');
      });
      return { data: { status: 'ok' } };
    },
  });
}
