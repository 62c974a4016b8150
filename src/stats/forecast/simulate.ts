import type { Random } from '../../platform/random.ts';
import { newYielder } from '../../platform/yield-to-event-loop.ts';

/** How sure a forecast is, in percent. */
const percentages = { p50: 50, p85: 85, p95: 95 } as const;
export type Certainty = keyof typeof percentages;
export type ByCertainty<Value> = Record<Certainty, Value>;

export const forEachCertainty = <Value>(
  compute: (certainty: Certainty, percentage: number) => Value,
): ByCertainty<Value> => ({
  p50: compute('p50', percentages.p50),
  p85: compute('p85', percentages.p85),
  p95: compute('p95', percentages.p95),
});

/** A past or future day. */
export interface Day {
  date: string;
  isWeekend: boolean;
}

export interface PastDay extends Day {
  completed: number;
}

export interface Outlook {
  /** For each certainty the number of days until the wanted number is completed; undefined: not within the horizon. */
  daysUntilDone: ByCertainty<number | undefined>;
  /** For the first days: how many tickets at least will be completed by the end of each. */
  completed: ByCertainty<number>[];
}

/** How often the future is simulated. */
export const simulatedRuns = 2_000;
const runs = simulatedRuns;

/**
 * Simulates the future days many times. On each day as many tickets are completed as on a random past day; weekends are
 * drawn from past weekends. A result that 85 % of the runs reach is 85 % certain, if the team continues as before.
 */
export async function simulate(
  past: readonly PastDay[],
  future: readonly Day[],
  { wanted, shownDays, random }: { wanted: number; shownDays: number; random: Random },
): Promise<Outlook> {
  const yieldNow = newYielder();
  const samples = { weekend: completedOn(past, true), week: completedOn(past, false) };
  const done = new Uint32Array(runs).fill(future.length + 1);
  const totals = new Uint32Array(runs);
  const completed: Outlook['completed'] = [];
  let unfinished = runs;
  for (const [index, { isWeekend }] of future.entries()) {
    if (unfinished === 0 && index >= shownDays) break;
    const sample = isWeekend ? samples.weekend : samples.week;
    for (let run = 0; run < runs; run++) {
      const before = totals[run] as number;
      const after = before + (sample[Math.floor(random() * sample.length)] ?? 0);
      totals[run] = after;
      if (before < wanted && after >= wanted) {
        done[run] = index + 1;
        unfinished--;
      }
    }
    if (index < shownDays) completed.push(atLeast(totals));
    await yieldNow();
  }
  done.sort();
  const daysUntilDone = forEachCertainty((_, percentage) => {
    const day = done[Math.ceil((percentage / 100) * runs) - 1] as number;
    return day > future.length ? undefined : day;
  });
  return { daysUntilDone, completed };
}

/** The totals that each percentage of the runs reaches or exceeds. */
function atLeast(totals: Uint32Array): ByCertainty<number> {
  const sorted = totals.toSorted();
  return forEachCertainty((_, percentage) => sorted[Math.floor((1 - percentage / 100) * runs)] as number);
}

const completedOn = (past: readonly PastDay[], isWeekend: boolean) =>
  past.filter((day) => day.isWeekend === isWeekend).map(({ completed }) => completed);

/**
 * A random generator seeded by the past days, so that the same question has the same answer until another day has
 * passed.
 */
export function randomFrom(past: readonly PastDay[]): Random {
  let state = 2_166_136_261;
  for (const { completed } of past) state = Math.imul(state ^ completed, 16_777_619);
  // Mulberry32, by Tommy Ettinger, in the public domain.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
