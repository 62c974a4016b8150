import type { Clock } from './transport.ts';

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'];
const pauseMs = 1_000;
const atLatestMs = 30_000;

interface Person {
  /** Where the inputs of the person arrive: the window. */
  target: Pick<EventTarget, 'addEventListener'>;
  /** Runs it when the browser has nothing else to do. */
  whenIdle(run: () => void): void;
}

/**
 * For work that takes several frames, such as copying the rows of a project: after its time it waits until the person has
 * pressed no key and not moved the pointer for a second, and at most half a minute.
 */
export function newPauseClock(clock: Clock, { target, whenIdle }: Person): Clock {
  let lastInputAtMs = Number.NEGATIVE_INFINITY;
  const note = () => {
    lastInputAtMs = clock.now();
  };
  for (const type of inputs) target.addEventListener(type, note, { capture: true, passive: true });

  return {
    now: clock.now,
    after: (ms, run) => {
      const lastAtMs = clock.now() + ms + atLatestMs;
      const runUnlessBusy = () => {
        const now = clock.now();
        const restMs = Math.min(lastInputAtMs + pauseMs, lastAtMs) - now;
        if (restMs > 0) cancel = clock.after(restMs, runUnlessBusy);
        else whenIdle(run);
      };
      let cancel = clock.after(ms, runUnlessBusy);
      return () => cancel();
    },
  };
}
