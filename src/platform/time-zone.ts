/**
 * The name under which Temporal knows a zone. Intl, which validates names, also accepts old aliases such as `PST` and
 * `US/Pacific-New`. The zones named `SystemV/…`, which tzdata removed in 2020, have no other name and count as UTC.
 */
export function temporalZone(zone: string): string {
  if (isTemporalZone(zone)) return zone;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
  return isTemporalZone(timeZone) ? timeZone : 'UTC';
}

function isTemporalZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}
