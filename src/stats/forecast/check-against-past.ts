import type { Random } from '../../platform/random.ts';
import { type ByCertainty, forEachCertainty, type PastDay, simulate } from './simulate.ts';

export interface PastCheck {
  /** How many forecasts were repeated, each a week before the next. */
  forecasts: number;
  /** How many days each forecast looked ahead. */
  days: number;
  /** The percentage of forecasts that came true. It should be near the certainty. */
  cameTrue: ByCertainty<number>;
}

const forecastsMax = 12;
const daysAhead = 14;
const everyDays = 7;

/** How many days before the history the check needs. */
export const daysBefore = daysAhead + (forecastsMax - 1) * everyDays;

/**
 * Repeats the forecast at moments of the past, each with only the days before it, and compares it with what then
 * happened. Undefined if the history is too short.
 */
export async function checkAgainstPast(
  past: readonly PastDay[],
  historyDays: number,
  random: Random,
): Promise<PastCheck | undefined> {
  const hits = { p50: 0, p85: 0, p95: 0 };
  let forecasts = 0;
  for (let index = 0; index < forecastsMax; index++) {
    const now = past.length - daysAhead - index * everyDays;
    const history = past.slice(Math.max(0, now - historyDays), Math.max(0, now));
    if (history.length < historyDays || history.every(({ completed }) => completed === 0)) continue;
    const future = past.slice(now, now + daysAhead);
    const options = { wanted: Number.POSITIVE_INFINITY, shownDays: daysAhead, random };
    const forecast = (await simulate(history, future, options)).completed.at(-1);
    const actual = future.reduce((sum, { completed }) => sum + completed, 0);
    forecasts++;
    forEachCertainty((certainty) => {
      if (forecast && actual >= forecast[certainty]) hits[certainty]++;
    });
  }
  if (forecasts === 0) return undefined;
  const cameTrue = forEachCertainty((certainty) => Math.round((100 * hits[certainty]) / forecasts));
  return { forecasts, days: daysAhead, cameTrue };
}
