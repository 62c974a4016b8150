/** The next Monday at eight o'clock in the zone, strictly after the moment; and which day that is there. */
export function nextMonday(afterMs: number, wanted: string): { at: number; day: string } {
  const zone = isKnown(wanted) ? wanted : 'UTC';
  const local = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(zone);
  const days = (8 - local.dayOfWeek) % 7;
  const date = local.toPlainDate().add({ days });
  const eight = atEight(date, zone);
  const due = eight.epochMilliseconds > afterMs ? eight : atEight(date.add({ days: 7 }), zone);
  return { at: due.epochMilliseconds, day: due.toPlainDate().toString() };
}

/** Intl, by which preferences are checked, knows some old names that Temporal does not. */
export function isKnown(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

// Where the clocks skip eight o'clock it is the first moment after.
const atEight = (date: Temporal.PlainDate, zone: string) =>
  date.toZonedDateTime({ timeZone: zone, plainTime: '08:00' });
