import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';

const measureEveryMs = 500;

/**
 * Refuses requests with 503 and Retry-After while the event loop lags more than `lagMaxMs`: otherwise requests queue up
 * faster than they are served, and each waits longer than the one before.
 */
export function refuseWhenOverloaded(app: FastifyInstance, lagMaxMs: number): void {
  let lagMs = 0;
  let timer: NodeJS.Timeout | undefined;
  // Measured from onReady: start-up blocks the event loop, and as lag it would refuse the first requests.
  app.addHook('onReady', async () => {
    let measuredAt = performance.now();
    timer = setInterval(() => {
      const now = performance.now();
      lagMs = now - measuredAt - measureEveryMs;
      measuredAt = now;
    }, measureEveryMs);
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (_request, _reply, done) => {
    if (lagMs <= lagMaxMs) return done();
    done(unavailable('The server is overloaded. Try again in a few seconds.'));
  });
}
