import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The server is about to stop. It still serves everything, but /readyz says so and each answer closes its connection,
     * so that a load balancer sends the next request elsewhere and keeps no connection that the stop would reset.
     */
    announceShutdown(): void;
    isStopping(): boolean;
  }
}

export function installShutdown(app: FastifyInstance): void {
  let isStopping = false;
  const announce = () => {
    isStopping = true;
  };
  app.decorate('announceShutdown', announce);
  app.decorate('isStopping', () => isStopping);
  app.addHook('preClose', async () => announce());
  // Keep-alive would keep the server running.
  app.answerSteps.push((_request, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}
