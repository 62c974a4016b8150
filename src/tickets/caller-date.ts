import { type DayEdge, isDateOnly, parseInstant } from '../platform/instant.ts';
import { findTimezone, type Scope } from '../users/index.ts';

type Given = string | null | undefined;

/** Parses a date; without a time it is a day in the zone. Undefined stays undefined; null and '' become null. */
export function parseDate(text: Given, zone: string, edge: DayEdge = 'end'): number | null | undefined {
  if (!text) return text === undefined ? undefined : null;
  return parseInstant(text, zone, edge);
}

/** Does the same as parseDate in the caller's time zone, which is queried only for a date without a time. */
export async function parseCallerDate(scope: Scope, text: Given, edge?: DayEdge) {
  const [at] = await parseCallerDates(scope, [text], edge);
  return at;
}

export async function parseCallerDates({ db, actor }: Scope, texts: Given[], edge?: DayEdge) {
  const hasDay = texts.some((text) => text && isDateOnly(text));
  const zone = hasDay ? await findTimezone(db.reads, actor.userId) : 'UTC';
  return texts.map((text) => parseDate(text, zone, edge));
}
