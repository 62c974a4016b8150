import { secondMs } from '../../platform/clock.ts';

const jitter = 0.2;
/** `Retry-After` can extend a wait up to twice its step. */
const retryAfterFactorMax = 2;

/** The longest wait that a step of the schedule can lead to. */
export const longestWaitMs = (stepMs: number) => stepMs * Math.max(retryAfterFactorMax, 1 + jitter);

/**
 * The wait after `tries` failed attempts, or undefined if that was the last one. Jitter of 20 % either way spreads the
 * retries of deliveries that failed together.
 */
export function nextWaitMs(
  tries: number,
  retryAfterMs: number | undefined,
  schedule: readonly number[],
  random: number,
): number | undefined {
  const step = schedule[tries - 1];
  if (step === undefined) return undefined;
  const jittered = Math.round(step * (1 - jitter + 2 * jitter * random));
  return retryAfterMs === undefined
    ? jittered
    : Math.min(Math.max(retryAfterMs, step), step * retryAfterFactorMax);
}

/** Reads seconds or an HTTP date; any other value is ignored. */
export function parseRetryAfter(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  if (!/^[A-Za-z]{3}, \d{2} [A-Za-z]{3} \d{4} /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
