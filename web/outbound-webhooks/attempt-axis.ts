export interface AttemptAxis {
  points: number[];
  /** Where the next attempt will be. */
  next: number | undefined;
  ticks: { at: number; ms: number }[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const tickMs = [1_000, 10_000, minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs, 72 * hourMs];

/**
 * Places attempts on an axis from the event to the last of them. The waits between attempts grow from seconds to a day, so
 * the axis is logarithmic.
 */
export function placeAttempts(
  createdAt: string,
  attempts: readonly string[],
  nextAttemptAt: string | undefined,
): AttemptAxis {
  const start = Date.parse(createdAt);
  const since = (moment: string) => Math.max(0, Date.parse(moment) - start);
  const last = Math.max(1_000, ...attempts.map(since), nextAttemptAt ? since(nextAttemptAt) : 0);
  const place = (ms: number) => Math.log1p(ms / 1_000) / Math.log1p(last / 1_000);
  return {
    points: attempts.map((attempt) => place(since(attempt))),
    next: nextAttemptAt === undefined ? undefined : place(since(nextAttemptAt)),
    ticks: tickMs.filter((ms) => ms <= last).map((ms) => ({ at: place(ms), ms })),
  };
}
