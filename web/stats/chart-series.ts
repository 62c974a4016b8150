import type { ProjectSeries } from '../../sdk/index.ts';

type SeriesDay = ProjectSeries['days'][number];

/** What was to be done and what was done by the end of each day. Cancelled tickets are neither. */
export function burnUpOf(days: readonly SeriesDay[]): { scope: number[]; done: number[] } {
  return {
    scope: days.map(({ byStatus: { cancelled: _, ...counts } }) => sum(Object.values(counts))),
    done: days.map(({ byStatus }) => byStatus.done),
  };
}

/** The statuses of the cumulative flow, the finished ones at the bottom. */
const flowStatuses = ['done', 'in_review', 'in_progress', 'todo', 'backlog'] as const;

export const flowOf = (days: readonly SeriesDay[]) =>
  flowStatuses.map((status) => ({ status, values: days.map(({ byStatus }) => byStatus[status]) }));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
