import { dayMs, hourMs } from '../platform/clock.ts';

export const periods = ['week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

const days: Record<Period, number> = { week: 7, month: 30, quarter: 90, year: 365 };

export const periodDays = (period: Period) => days[period];

/** The time span of a period, which ends now. */
export interface Window {
  period: Period;
  start: number;
  end: number;
  weeks: number;
  /** The first whole UTC day in it, as the number of days since 1970. */
  firstDay: number;
  /** The first whole hour in it: the number of hours since 1970, and its first millisecond. */
  firstHour: number;
  firstHourStartMs: number;
}

export function periodWindow(period: Period, now: number): Window {
  const start = now - days[period] * dayMs;
  const firstHour = Math.floor(start / hourMs) + 1;
  return {
    period,
    start,
    end: now,
    weeks: days[period] / 7,
    firstDay: Math.floor(start / dayMs) + 1,
    firstHour,
    firstHourStartMs: firstHour * hourMs,
  };
}
