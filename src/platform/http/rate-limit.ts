import type { FastifyReply } from 'fastify';
import type { SteadyClock } from '../clock.ts';
import { minuteMs, secondMs } from '../clock.ts';
import { rateLimited } from '../errors.ts';

export type RateLimiter = (credential: string, reply: FastifyReply) => void;

/** Counts requests per credential in fixed windows of a minute, in this process. Throws when the limit is exceeded. */
export function newRateLimiter(perMinute: number, clock: Pick<SteadyClock, 'steadyNow'>): RateLimiter {
  const limit = String(perMinute);
  let counts = new Map<string, number>();
  let windowEndsAt = Number.NEGATIVE_INFINITY;

  return (credential, reply) => {
    const now = clock.steadyNow();
    if (now >= windowEndsAt) {
      counts = new Map();
      windowEndsAt = now + minuteMs;
    }
    const used = (counts.get(credential) ?? 0) + 1;
    counts.set(credential, used);
    const resetSeconds = Math.ceil((windowEndsAt - now) / secondMs);
    reply.header('ratelimit-limit', limit);
    reply.header('ratelimit-remaining', String(Math.max(0, perMinute - used)));
    reply.header('ratelimit-reset', String(resetSeconds));
    if (used > perMinute) {
      throw rateLimited(
        `More than ${perMinute} requests in a minute. Slow down and try again.`,
        resetSeconds,
      );
    }
  };
}
