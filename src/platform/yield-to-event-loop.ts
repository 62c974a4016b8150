import { setImmediate as nextTurn } from 'node:timers/promises';

const stretchMs = 3;

/**
 * For long computations. The returned function is awaited in the loop; once 3 ms have passed it lets the event loop of
 * this thread run a turn, so that others are served.
 */
export function newYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < stretchMs) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
