import { setTimeout as wait } from 'node:timers/promises';
import { secondMs } from '../platform/clock.ts';
import type { Scope } from '../users/index.ts';
import { type Claim, claimTask } from './claim-task.ts';
import type { TaskDetails } from './get-task.ts';

// However much happens, nobody looks more often than this.
const restMs = 25;

/** The same, and where nothing is ready it waits for work: until there is some, the time is over or the caller has gone. */
export async function waitForTask(
  scope: Scope,
  claim: Claim,
  waitSeconds: number,
  gone: AbortSignal,
): Promise<TaskDetails | undefined> {
  if (waitSeconds === 0) return claimTask(scope, claim);
  const over = AbortSignal.any([gone, AbortSignal.timeout(waitSeconds * secondMs)]);
  for (;;) {
    const news = newsOf(scope, over);
    const task = gone.aborted ? undefined : await claimTask(scope, claim);
    if (task || over.aborted) {
      news.stop();
      return task;
    }
    await news.came;
    await wait(restMs);
  }
}

/**
 * Listened for from before the look on, so that what comes in between is not slept through. It also comes every second for
 * nothing, which is when tasks that back off are seen to be ready.
 */
function newsOf({ db }: Scope, over: AbortSignal) {
  const { promise: came, resolve } = Promise.withResolvers<void>();
  const forget = db.subscribe(resolve);
  over.addEventListener('abort', () => resolve(), { once: true });
  const stop = () => {
    forget();
    resolve();
  };
  return { came: came.then(stop), stop };
}
