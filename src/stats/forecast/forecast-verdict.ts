/** What a forecast with arrivals says in a word. */
export const forecastVerdicts = [
  'ends',
  'growing',
  'slow',
  'nothing_open',
  'nothing_done',
  'too_young',
] as const;
export type ForecastVerdict = (typeof forecastVerdicts)[number];

interface Facts {
  open: number;
  arrived: number;
  completed: number;
  knownDays: number;
  /** True if most runs reach a day on which no ticket is open. */
  mostRunsEnd: boolean;
}

/** In less time the tickets with which a project was filled would look like tickets that arrive. */
const knownDaysMin = 14;

export function judgeForecast({ open, arrived, completed, knownDays, mostRunsEnd }: Facts): ForecastVerdict {
  if (open === 0) return 'nothing_open';
  if (knownDays < knownDaysMin) return 'too_young';
  if (completed === 0) return 'nothing_done';
  if (arrived >= completed) return 'growing';
  return mostRunsEnd ? 'ends' : 'slow';
}
