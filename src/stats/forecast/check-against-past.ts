import type { Random } from '../../platform/random.ts';
import { type ByCertainty, type Certainty, forEachCertainty, type PastDay, simulate } from './simulate.ts';
import { type FlowDay, simulateFlow } from './simulate-flow.ts';

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
  const count = newHitCount();
  for (const now of pastMoments(past.length)) {
    const history = past.slice(Math.max(0, now - historyDays), Math.max(0, now));
    if (history.length < historyDays || history.every(({ completed }) => completed === 0)) continue;
    const future = past.slice(now, now + daysAhead);
    const options = { wanted: Number.POSITIVE_INFINITY, shownDays: daysAhead, random };
    const forecast = (await simulate(history, future, options)).completed.at(-1);
    const actual = future.reduce((sum, { completed }) => sum + completed, 0);
    count.add((certainty) => forecast !== undefined && actual >= forecast[certainty]);
  }
  return count.result();
}

/** The forecast with arrivals is checked where at least so many days are known before. */
const flowHistoryDaysMin = 28;

/**
 * The same for the forecast with arrivals, which says how many tickets at most will be open. `openNow` is their number
 * after the last past day.
 */
export async function checkFlowAgainstPast(
  past: readonly FlowDay[],
  historyDays: number,
  openNow: number,
  random: Random,
): Promise<PastCheck | undefined> {
  const count = newHitCount();
  const openAfter = (days: number) => openNow - sumNet(past.slice(Math.max(0, days)));
  for (const now of pastMoments(past.length)) {
    const history = past.slice(Math.max(0, now - historyDays), Math.max(0, now));
    if (history.length < Math.min(historyDays, flowHistoryDaysMin)) continue;
    if (history.every(({ completed }) => completed === 0)) continue;
    const future = past.slice(now, now + daysAhead);
    const options = { open: openAfter(now), shownDays: daysAhead, random };
    const forecast = (await simulateFlow(history, future, options)).days.at(-1);
    const actual = openAfter(now + daysAhead);
    count.add((certainty) => forecast !== undefined && actual <= forecast.open[certainty]);
  }
  return count.result();
}

const sumNet = (days: readonly FlowDay[]) =>
  days.reduce((sum, { arrived, completed }) => sum + arrived - completed, 0);

/** How many days were known at each moment at which the forecast is repeated. */
const pastMoments = (days: number) =>
  Array.from({ length: forecastsMax }, (_, index) => days - daysAhead - index * everyDays);

function newHitCount() {
  const hits = { p50: 0, p85: 0, p95: 0 };
  let forecasts = 0;
  return {
    add(isHit: (certainty: Certainty) => boolean): void {
      forecasts++;
      forEachCertainty((certainty) => {
        if (isHit(certainty)) hits[certainty]++;
      });
    },
    result(): PastCheck | undefined {
      if (forecasts === 0) return undefined;
      const cameTrue = forEachCertainty((certainty) => Math.round((100 * hits[certainty]) / forecasts));
      return { forecasts, days: daysAhead, cameTrue };
    },
  };
}
