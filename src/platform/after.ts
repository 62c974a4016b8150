/** Does the work once after a while, unless the answered function is called before. Tests bring their own. */
export type After = (ms: number, work: () => void) => () => void;

/** It keeps no process alive. */
export const after: After = (ms, work) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
