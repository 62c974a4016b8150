import { dayMs } from '../platform/clock.ts';

/**
 * Open tickets are counted for each due day and again for each 32 days, so that few rows add up to all days before a
 * date.
 */
export const dueSpanDays = [1, 32] as const;

/**
 * The number of the span that contains a time. Rounded as SQL divides, because migration 0069 counted the first
 * tickets that way.
 */
export const dueSpan = (at: number, days: (typeof dueSpanDays)[number]) => Math.trunc(at / (days * dayMs));

/** The spans that add up to all overdue tickets: whole 32 days, the days since, and the part of today. */
export function overdueSpans(now: number) {
  const today = dueSpan(now, 1);
  const longSpan = dueSpan(now, 32);
  return { longSpan, firstDueDay: longSpan * 32, today, todayStartMs: today * dayMs };
}
