/** Calls `work` once after `ms`, unless the returned function cancels it. Tests pass their own. */
export type SetTimer = (ms: number, work: () => void) => () => void;

/** Does not keep the process alive. */
export const setTimer: SetTimer = (ms, work) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Calls `work` every `ms` until the returned function is called. Tests pass their own. */
export type Repeat = (ms: number, work: () => void) => () => void;

/** Does not keep the process alive. */
export const repeat: Repeat = (ms, work) => {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/** Runs `work` at once, but calls within `ms` of the last run are one run at the end of that time. */
export function throttle(ms: number, work: () => void, schedule: SetTimer = setTimer): () => void {
  let isResting = false;
  let isDue = false;
  const run = () => {
    if (isResting) {
      isDue = true;
      return;
    }
    isResting = true;
    isDue = false;
    work();
    schedule(ms, () => {
      isResting = false;
      if (isDue) run();
    });
  };
  return run;
}
