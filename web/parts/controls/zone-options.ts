/** The time zones for a `Select`. A zone that this browser does not know stays chosen. */
export const zoneOptions = (present: string) =>
  [...new Set([present, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
