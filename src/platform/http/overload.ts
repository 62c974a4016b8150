import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';

const measureEveryMs = 500;

/**
 * When the event loop lags, requests queue up faster than they are served, and each waits longer than the one before.
 * Refusing some at once with a word when to come back keeps the rest answered.
 */
export function refuseWhenOverloaded(app: FastifyInstance, lagMaxMs: number): void {
  let lagMs = 0;
  let timer: NodeJS.Timeout | undefined;
  // A start takes its time; counted as lag, it would refuse the first callers.
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
    done(unavailable('Docket has too much to do right now. Try again in a few seconds.'));
  });
}
