import { dayMs } from '../platform/clock.ts';

/** Open tickets are counted for each due day and once more for each 32 days, so that all days before one are few rows. */
export const dueSpanDays = [1, 32] as const;

/** The number of the span with a time. Rounded as SQL divides, for migration 0069 counted the first tickets with it. */
export const dueSpan = (at: number, days: (typeof dueSpanDays)[number]) => Math.trunc(at / (days * dayMs));

/** What overdue tickets are added up from: whole 32 days, the days since, and the part of today. */
export function overdueSpans(now: number) {
  const today = dueSpan(now, 1);
  const longSpan = dueSpan(now, 32);
  return { longSpan, firstDueDay: longSpan * 32, today, todayStartMs: today * dayMs };
}
