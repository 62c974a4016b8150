import type { Random } from '../../platform/random.ts';
import { newYielder } from '../../platform/yield-to-event-loop.ts';
import { type ByCertainty, type Day, forEachCertainty, type PastDay, simulatedRuns } from './simulate.ts';

/** A past day with all that changed the number of open tickets. */
export interface FlowDay extends PastDay {
  /**
   * How many tickets became open, less those that were cancelled, deleted or moved away; it may be negative.
   * The number of open tickets grows by `arrived - completed`.
   */
  arrived: number;
}

/** Nine of ten runs lie between `low` and `high`. */
export interface Range {
  low: number;
  p50: number;
  high: number;
}

export interface FlowOutlook {
  /** The percentage of the runs in which no ticket is open on some day within the horizon. */
  endingRuns: number;
  /** For each certainty the number of days until no ticket is open; undefined: not within the horizon. */
  daysUntilEmpty: ByCertainty<number | undefined>;
  /** For the first days: what has arrived and is completed by the end of each, and how many tickets at most are open. */
  days: { arrived: Range; completed: Range; open: ByCertainty<number> }[];
}

interface FlowOptions {
  /** How many tickets are open now. */
  open: number;
  shownDays: number;
  random: Random;
}

/**
 * Simulates arrivals and completions together. A run draws whole past weeks, so that what is correlated stays so: a
 * release week in which much is done and much is reported, or a burst of several days. Each run draws its weeks from a
 * resampled history of its own (bootstrap). Otherwise every run would have the mean of the history as its rate, and
 * the range half a year ahead would be far too narrow.
 *
 * The past days must end on the day before the first future day.
 */
export async function simulateFlow(
  past: readonly FlowDay[],
  future: readonly Day[],
  { open: openNow, shownDays, random }: FlowOptions,
): Promise<FlowOutlook> {
  const yieldNow = newYielder();
  const drawDay = newSampler(past, random);
  const open = new Int32Array(simulatedRuns).fill(openNow);
  const arrived = new Int32Array(simulatedRuns);
  const completed = new Int32Array(simulatedRuns);
  const emptyAfter = new Uint32Array(simulatedRuns).fill(openNow === 0 ? 0 : future.length + 1);
  const days: FlowOutlook['days'] = [];
  let unfinished = openNow === 0 ? 0 : simulatedRuns;
  for (const [index, { isWeekend }] of future.entries()) {
    if (unfinished === 0 && index >= shownDays) break;
    for (let run = 0; run < simulatedRuns; run++) {
      const day = past[drawDay(run, index, isWeekend)];
      if (day === undefined) continue;
      // No more tickets can be completed or withdrawn than are open.
      const atHand = Math.max(0, (open[run] as number) + day.arrived);
      const done = Math.min(day.completed, atHand);
      (arrived[run] as number) += atHand - (open[run] as number);
      (completed[run] as number) += done;
      open[run] = atHand - done;
      if (atHand === done && (emptyAfter[run] as number) > future.length) {
        emptyAfter[run] = index + 1;
        unfinished--;
      }
    }
    if (index < shownDays)
      days.push({ arrived: rangeOf(arrived), completed: rangeOf(completed), open: atMost(open) });
    await yieldNow();
  }
  emptyAfter.sort();
  return {
    endingRuns: Math.round((100 * (simulatedRuns - unfinished)) / simulatedRuns),
    daysUntilEmpty: forEachCertainty((_, percentage) => {
      const day = emptyAfter[rank(percentage)] as number;
      return day > future.length ? undefined : day;
    }),
    days,
  };
}

/** The index of the past day that a run repeats on a future day. */
type Sampler = (run: number, futureIndex: number, isWeekend: boolean) => number;

const weekDays = 7;
/** With fewer whole weeks single days are drawn: two or three weeks would repeat each other too much. */
const weeksMin = 4;

function newSampler(past: readonly FlowDay[], random: Random): Sampler {
  const weeks = Math.floor(past.length / weekDays);
  return weeks < weeksMin ? sampleDays(past, random) : sampleWeeks(past.length, weeks, random);
}

/** Weeks are counted back from the end, so that a repeated day has the weekday of the future day. */
function sampleWeeks(pastDays: number, weeks: number, random: Random): Sampler {
  const drawStart = resampleForEachRun(
    Array.from({ length: weeks }, (_, week) => pastDays - weekDays * (week + 1)),
    random,
  );
  const starts = new Uint32Array(simulatedRuns);
  return (run, futureIndex) => {
    const weekday = futureIndex % weekDays;
    if (weekday === 0) starts[run] = drawStart(run);
    return (starts[run] as number) + weekday;
  };
}

function sampleDays(past: readonly FlowDay[], random: Random): Sampler {
  const daysOf = (isWeekend: boolean) =>
    past.flatMap((day, index) => (day.isWeekend === isWeekend ? [index] : []));
  const drawWeekend = resampleForEachRun(daysOf(true), random);
  const drawWorkday = resampleForEachRun(daysOf(false), random);
  return (run, _, isWeekend) => (isWeekend ? drawWeekend(run) : drawWorkday(run));
}

/**
 * Gives each run a random selection of the items to draw from. It has one item less than there are: that makes the
 * spread of the means of the runs equal to the uncertainty of the mean of so few items.
 */
function resampleForEachRun(items: readonly number[], random: Random): (run: number) => number {
  const size = Math.max(1, items.length - 1);
  const own = new Uint32Array(simulatedRuns * size);
  for (let index = 0; index < own.length; index++)
    own[index] = items[Math.floor(random() * items.length)] ?? 0;
  return (run) => own[run * size + Math.floor(random() * size)] as number;
}

const rank = (percentage: number) => Math.ceil((percentage / 100) * simulatedRuns) - 1;

function rangeOf(values: Int32Array): Range {
  const sorted = values.toSorted();
  return {
    low: sorted[rank(5)] as number,
    p50: sorted[rank(50)] as number,
    high: sorted[rank(95)] as number,
  };
}

/** The number that each percentage of the runs does not exceed. */
function atMost(values: Int32Array): ByCertainty<number> {
  const sorted = values.toSorted();
  return forEachCertainty((_, percentage) => sorted[rank(percentage)] as number);
}
