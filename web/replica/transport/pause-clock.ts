import type { Clock } from './transport.ts';

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchmove'];
const pauseMs = 1_000;
const atLatestMs = 30_000;

interface Person {
  /** The target of the person's inputs: the window. */
  target: Pick<EventTarget, 'addEventListener'>;
  /** Runs the callback when the browser is idle. */
  whenIdle(run: () => void): void;
}

/**
 * A clock for work that takes several frames, such as copying the rows of a project: when its time has come, it waits
 * until the person has not pressed a key or moved the pointer for a second, but at most half a minute.
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
