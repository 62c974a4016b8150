import { type Clock, secondMs } from '../platform/clock.ts';
import { every } from '../platform/every.ts';
import { type PostOffice, sendDueMails } from './send-mails.ts';

const restWhenAwayMs = 30 * secondMs;

/** Sends mails as they become due. Several processes may do so at once. */
export function startPostOffice(office: PostOffice, clock: Clock) {
  let isStopped = false;
  let restUntil = 0;
  let running: Promise<void> | undefined;
  const step = async () => {
    while (!isStopped) {
      const { hasMore, isServerAway } = await sendDueMails(office, clock.now());
      if (isServerAway) restUntil = clock.now() + restWhenAwayMs;
      if (isServerAway || !hasMore) return;
    }
  };
  const stopTicking = every(secondMs, () => {
    if (clock.now() < restUntil) return;
    running ??= step()
      .catch((error: unknown) => {
        if (!isStopped) office.logger.error({ err: error }, 'sending mails failed; trying again');
      })
      .finally(() => {
        running = undefined;
      });
  });
  return {
    stop: async () => {
      isStopped = true;
      stopTicking();
      await running;
    },
  };
}
