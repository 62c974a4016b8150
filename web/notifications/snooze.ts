import { addDays, dayOf, weekdayOf } from '../parts/dates/dates.ts';
import type { InboxEntry } from './group-notifications.ts';

/** For each entry: until when it is hidden, and its newest notification at the time of snoozing. */
export type Snoozed = Record<string, { untilMs: number; newestId: string }>;

export const snoozeTimes = ['later', 'tomorrow', 'nextWeek'] as const;
export type SnoozeTime = (typeof snoozeTimes)[number];

const hourMs = 3_600_000;
const laterHours = 3;
const morningHour = 9;

/** `startOf` gives the moment at which a day begins for the person. */
export function snoozeUntil(time: SnoozeTime, nowMs: number, startOf: (day: string) => number): number {
  if (time === 'later') return nowMs + laterHours * hourMs;
  const today = dayOf(nowMs);
  const day = addDays(today, time === 'tomorrow' ? 1 : 8 - weekdayOf(today));
  return startOf(day) + morningHour * hourMs;
}

/** Something newer about the same ticket brings it back early. */
export const isSnoozed = (snoozed: Snoozed, { id, newest }: InboxEntry, nowMs: number): boolean => {
  const found = snoozed[id];
  return found !== undefined && found.untilMs > nowMs && found.newestId === newest.id;
};

/** The entries that are still hidden; those that came back are dropped. */
export const stillSnoozed = (snoozed: Snoozed, nowMs: number): Snoozed =>
  Object.fromEntries(Object.entries(snoozed).filter(([, { untilMs }]) => untilMs > nowMs));

/** Reads what this browser stored. It is checked, because anybody with the browser can write it. */
export function parseSnoozed(text: string | null): Snoozed {
  try {
    const entries = Object.entries(JSON.parse(text ?? '{}') as object);
    return Object.fromEntries(
      entries.filter(([, one]) => typeof one?.untilMs === 'number' && typeof one.newestId === 'string'),
    );
  } catch {
    return {};
  }
}
