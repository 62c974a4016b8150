import { startBackgroundLoop } from '../platform/background-loop.ts';
import { type SteadyClock, secondMs } from '../platform/clock.ts';
import { type MailQueue, sendDueMails } from './send-mails.ts';

const pauseWhenUnreachableMs = 30 * secondMs;

/** Sends mails as they become due. `claimMail` lets any number of processes do so at the same time. */
export function startMailLoop(queue: MailQueue, clock: SteadyClock) {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return startBackgroundLoop({
    name: 'mail',
    logger: queue.logger,
    intervalMs: secondMs,
    step: async () => {
      if (clock.steadyNow() < pausedUntil) return false;
      const { hasMore, isServerUnreachable } = await sendDueMails(queue, clock.now());
      if (isServerUnreachable) pausedUntil = clock.steadyNow() + pauseWhenUnreachableMs;
      return hasMore && !isServerUnreachable;
    },
  });
}
