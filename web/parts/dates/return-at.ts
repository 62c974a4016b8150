import { addDays, dayOf, weekdayOf } from './dates.ts';

export const snoozeTimes = ['later', 'tomorrow', 'nextWeek'] as const;
export const remindTimes = ['hour', 'tomorrow', 'nextWeek'] as const;
export type ReturnTime = (typeof snoozeTimes)[number] | (typeof remindTimes)[number];

const hourMs = 3_600_000;
const hours = { hour: 1, later: 3 };
const morningHour = 9;

/** When something comes back. `startOf` gives the moment at which a day begins for the person. */
export function returnAt(time: ReturnTime, nowMs: number, startOf: (day: string) => number): number {
  if (time === 'hour' || time === 'later') return nowMs + hours[time] * hourMs;
  const today = dayOf(nowMs);
  const day = addDays(today, time === 'tomorrow' ? 1 : 8 - weekdayOf(today));
  return startOf(day) + morningHour * hourMs;
}

/** The moment that a person chose as `2026-11-18T09:30`; undefined if it is not one. */
export function parseChosen(text: string, startOf: (day: string) => number): number | undefined {
  const [day = '', hour = '', minute = ''] = text.split(/[T:]/);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)
    ? startOf(day) + Number(hour) * hourMs + Number(minute) * 60_000
    : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
