import { isDateOnly, parseInstant } from '../platform/instant.ts';
import { findTimezone, type Scope } from '../users/index.ts';

/** A date without a time is meant in the zone. Absent stays absent, null and nothing clear. */
export function parseDueDate(text: string | null | undefined, zone: string): number | null | undefined {
  if (!text) return text === undefined ? undefined : null;
  return parseInstant(text, zone);
}

/** The same in the caller's zone, which is looked up only where it matters. */
export async function readDueDate({ db, actor }: Scope, text: string | null | undefined) {
  return parseDueDate(text, text && isDateOnly(text) ? await findTimezone(db.reads, actor.userId) : 'UTC');
}
