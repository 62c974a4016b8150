import { secondMs } from '../platform/clock.ts';

const jitter = 0.2;
/** How much longer than the step a receiver may ask us to wait. */
const patience = 2;

/** Nothing that was planned by a sane clock lies further ahead than this. */
export const longestWaitMs = (stepMs: number) => stepMs * Math.max(patience, 1 + jitter);

/**
 * The wait before the next attempt, after `tries` of them, or undefined when it is over. Spread by a fifth either way,
 * so that what failed together does not come back together.
 */
export function nextWaitMs(
  tries: number,
  retryAfterMs: number | undefined,
  schedule: readonly number[],
  chance: number,
): number | undefined {
  const step = schedule[tries - 1];
  if (step === undefined) return undefined;
  const spread = Math.round(step * (1 - jitter + 2 * jitter * chance));
  return retryAfterMs === undefined ? spread : Math.min(Math.max(retryAfterMs, step), step * patience);
}

/** Seconds, or a date of HTTP; whatever else it says is not heard. */
export function parseRetryAfter(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  if (!/^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
