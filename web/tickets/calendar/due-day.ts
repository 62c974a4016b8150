import { type Day, dayOf } from '../../parts/dates/dates.ts';

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Moves a due date to another day. The last minute of a day means the whole day and becomes a date; another time keeps
 * its local clock time, even over a change of clocks.
 */
export function moveDue(due: string | null, day: Day, zone: string): string {
  if (due === null || dateOnly.test(due)) return day;
  const { time } = readClock(Date.parse(due), zone);
  return time.startsWith('23:59') ? day : momentOfClock(day, time, zone);
}

/** Groups tickets by their due day, in the given order. */
export function groupByDay<T extends { dueDate: string | null }>(tickets: Iterable<T>): Map<Day, T[]> {
  const days = new Map<Day, T[]>();
  for (const ticket of tickets) {
    if (ticket.dueDate === null) continue;
    const day = dayOf(ticket.dueDate);
    const others = days.get(day);
    if (others) others.push(ticket);
    else days.set(day, [ticket]);
  }
  return days;
}

function momentOfClock(day: Day, time: string, zone: string): string {
  const wanted = Date.parse(`${day}T${time}Z`);
  // On days when clocks change, the offset at the guess can differ from that at the result; the second step corrects
  // it.
  const guess = wanted - offsetAt(wanted, zone);
  return new Date(wanted - offsetAt(guess, zone)).toISOString();
}

function offsetAt(atMs: number, zone: string): number {
  const { day, time } = readClock(atMs, zone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(atMs / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function readClock(atMs: number, zone: string): { day: Day; time: string } {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  const [day = '', time = ''] = format.format(atMs).split(' ');
  return { day, time };
}
