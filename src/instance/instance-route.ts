import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/db/index.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { getInstanceInfo, type InfoSettings, InstanceInfo } from './instance-info.ts';

export function addInstanceRoute(app: FastifyInstance, db: Database, settings: InfoSettings): void {
  newRouter(app, { tag: 'Instance', access: 'public' }).get('/api/instance', {
    operationId: 'getInstance',
    summary: 'Get what a sign-in page needs: name, version, how to sign up and in',
    responses: { 200: { description: 'The instance', schema: dataOf(InstanceInfo) } },
    handle: async (_request, reply) => {
      // Short, because the first sign-up changes `isEmpty`.
      reply.header('cache-control', 'public, max-age=10');
      return { data: await getInstanceInfo(db.reads, settings) };
    },
  });
}
