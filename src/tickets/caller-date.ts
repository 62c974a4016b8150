import { type DayEdge, isDateOnly, parseInstant } from '../platform/instant.ts';
import { findTimezone, type Scope } from '../users/index.ts';

type Given = string | null | undefined;

/** A date without a time is meant in the zone. Absent stays absent, null and nothing clear. */
export function parseDate(text: Given, zone: string, edge: DayEdge = 'end'): number | null | undefined {
  if (!text) return text === undefined ? undefined : null;
  return parseInstant(text, zone, edge);
}

/** The same in the caller's zone, which is looked up only where it matters. */
export async function readDate({ db, actor }: Scope, text: Given, edge?: DayEdge) {
  const zone = text && isDateOnly(text) ? await findTimezone(db.reads, actor.userId) : 'UTC';
  return parseDate(text, zone, edge);
}
