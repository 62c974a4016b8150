import type { Scope } from '../../users/index.ts';
import { daysBetween, groupDays, isWeekend } from '../series-days.ts';
import { readFlows } from './flow-store.ts';
import type { Day } from './simulate.ts';
import type { FlowDay } from './simulate-flow.ts';

interface PastDays {
  from: string;
  to: string;
  zone: string;
}

/** The days of each project, read in one statement for all of them. */
export async function readPasts(
  { db }: Scope,
  projectIds: readonly string[],
  { from, to, zone }: PastDays,
): Promise<Map<string, FlowDay[]>> {
  const days = daysBetween(from, to, zone);
  const runs = groupDays(days);
  const pasts = new Map(
    projectIds.map((id) => [
      id,
      days.dates.map((date): FlowDay => ({ ...toDay(date), completed: 0, arrived: 0 })),
    ]),
  );
  if (pasts.size === 0) return pasts;
  for (const { projectId, run, day, completed, grown } of await readFlows(db.workerReads, projectIds, runs)) {
    const past = pasts.get(projectId)?.[(runs[run]?.firstDayIndex ?? 0) + day];
    if (past) Object.assign(past, { completed, arrived: grown + completed });
  }
  return pasts;
}

const shortestDays = 7;

/**
 * Leaves out the days before the project existed, on which nothing could be completed. An import brings completions
 * from before.
 */
export function sinceItsBeginning(past: readonly FlowDay[], createdOn: string): readonly FlowDay[] {
  const first = past.findIndex(({ date, completed }) => date >= createdOn || completed > 0);
  return past.slice(Math.min(first < 0 ? past.length : first, past.length - shortestDays));
}

export const toDay = (date: string): Day => ({ date, isWeekend: isWeekend(date) });
