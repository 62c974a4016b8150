import { useEffect, useReducer, useRef } from 'preact/compat';
import { afterPaint } from '../parts/after-paint.ts';

/** The build puts this module in place of `react` and `react-dom` (ADR 50). */
// @ts-expect-error: Preact declares the exports of this module as those of one object.
export * from 'preact/compat';

/** That of Preact returns the new value at once, so a filter would redraw all its rows within the press of a key. */
export function useDeferredValue<T>(value: T): T {
  const shown = useRef(value);
  const isDue = useRef(false);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Taken here and not in the effect: some callers make a new object for each drawing, which must not cause another one.
  if (isDue.current) shown.current = value;
  isDue.current = false;
  useEffect(() => {
    if (Object.is(shown.current, value)) return;
    return afterPaint(() => {
      isDue.current = true;
      redraw(undefined);
    });
  }, [value]);
  return shown.current;
}
