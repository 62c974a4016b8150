/** Does the work again and again until the answered function is called. Tests bring their own, and wait for nothing. */
export type Every = (ms: number, work: () => void) => () => void;

/** It keeps no process alive. */
export const every: Every = (ms, work) => {
  const timer = setInterval(work, ms);
  timer.unref();
  return () => clearInterval(timer);
};
