import type { Day } from '../parts/dates/dates.ts';

/**
 * The moment at which a day begins where the browser is. The server takes a date without a time as the end of that day,
 * which would leave the chosen day out.
 */
export const startOfDay = (day: Day): string => new Date(`${day}T00:00:00`).toISOString();
