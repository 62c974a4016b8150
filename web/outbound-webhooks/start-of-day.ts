import type { Day } from '../parts/dates/dates.ts';

/**
 * The moment at which a day begins in the time zone of the browser. The server reads a date without a time as the end
 * of that day, which would leave the chosen day out.
 */
export const startOfDay = (day: Day): string => new Date(`${day}T00:00:00`).toISOString();
