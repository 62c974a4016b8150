import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { RecordedResponse } from './ceiling.ts';

/** Runs as a separate process, like the server that it is compared with: one route with a fixed response. */
process.once('message', async ({ status, type, body }: RecordedResponse) => {
  const app = fastify();
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: async (_request, reply) => reply.code(status).type(type).send(body),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.((app.server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());
