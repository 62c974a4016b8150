import { dayMs } from '../platform/clock.ts';

export const periods = ['week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

const days: Record<Period, number> = { week: 7, month: 30, quarter: 90, year: 365 };

export const daysOf = (period: Period) => days[period];

/** A rolling window that ends now. */
export interface Window {
  period: Period;
  start: number;
  end: number;
  weeks: number;
}

export const windowOf = (period: Period, now: number): Window => ({
  period,
  start: now - days[period] * dayMs,
  end: now,
  weeks: days[period] / 7,
});
