import { setImmediate as nextTurn } from 'node:timers/promises';

const stretchMs = 3;

/** For long thought: awaited every now and then, it lets whoever else waits for this thread go first. */
export function newBreaks(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < stretchMs) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
