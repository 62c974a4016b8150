import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { Answer } from './ceiling.ts';

/** A process of its own, like the server it is compared with: one route, and the answer is there already. */
process.once('message', async ({ status, type, body }: Answer) => {
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
