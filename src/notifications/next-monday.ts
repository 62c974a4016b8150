import { temporalZone } from '../platform/time-zone.ts';

/** The next Monday at 08:00 in the time zone, strictly after `afterMs`, and its local date. */
export function nextMonday(afterMs: number, timezone: string): { at: number; day: string } {
  const zone = temporalZone(timezone);
  const local = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone);
  const days = (8 - local.dayOfWeek) % 7;
  const date = local.toPlainDate().add({ days });
  const eight = atEight(date, zone);
  const due = eight.epochMilliseconds > afterMs ? eight : atEight(date.add({ days: 7 }), zone);
  return { at: due.epochMilliseconds, day: due.toPlainDate().toString() };
}

// If a clock change skips 08:00, Temporal returns the first moment after it.
const atEight = (date: Temporal.PlainDate, zone: string) =>
  date.toZonedDateTime({ timeZone: zone, plainTime: '08:00' });
