const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 24 * 60 * 60 * 1000;

/** The first or last moment of a day in a zone, as the server reads a date. A date-time is returned as ISO text in UTC. */
export function momentOf(text: string, zone: string, edge: 'start' | 'end'): string {
  if (!dateOnly.test(text)) return new Date(text).toISOString();
  const day = Date.parse(text);
  const at = edge === 'start' ? startOfDay(day, zone) : startOfDay(day + dayMs, zone) - 1;
  return new Date(at).toISOString();
}

/** The moment at which a day begins in the zone, given its beginning in UTC. */
function startOfDay(utcMidnight: number, zone: string): number {
  // On days when clocks change, the offset at the guess may differ from that at the result; the second step corrects
  // it.
  const guess = utcMidnight - offsetAt(utcMidnight, zone);
  return utcMidnight - offsetAt(guess, zone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(atMs: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}
