import { setTimeout as wait } from 'node:timers/promises';
import { secondMs } from '../platform/clock.ts';
import type { Scope } from '../users/index.ts';
import { type Claim, claimTask } from './claim-task.ts';
import type { TaskDetails } from './get-task.ts';

// The least time between two look-ups of a waiting worker, however many commits wake it.
const pauseMs = 25;

/** Like `claimTask`, but waits until a task is ready, the time is over or the client has disconnected. */
export async function waitForTask(
  scope: Scope,
  claim: Claim,
  waitSeconds: number,
  gone: AbortSignal,
): Promise<TaskDetails | undefined> {
  if (waitSeconds === 0) return claimTask(scope, claim);
  const over = AbortSignal.any([gone, AbortSignal.timeout(waitSeconds * secondMs)]);
  for (;;) {
    const notification = nextNotification(scope, over);
    const task = gone.aborted ? undefined : await claimTask(scope, claim);
    if (task || over.aborted) {
      notification.stop();
      return task;
    }
    await notification.received;
    await wait(pauseMs);
  }
}

/**
 * Subscribes before the look-up, so that no commit in between is missed. The subscription also polls every second, which is
 * how a task whose back-off ends is found.
 */
function nextNotification({ db }: Scope, over: AbortSignal) {
  const { promise: received, resolve } = Promise.withResolvers<void>();
  const unsubscribe = db.subscribe(resolve);
  over.addEventListener('abort', () => resolve(), { once: true });
  const stop = () => {
    unsubscribe();
    resolve();
  };
  return { received: received.then(stop), stop };
}
