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
