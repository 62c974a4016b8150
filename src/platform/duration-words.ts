import { dayMs, hourMs, minuteMs } from './clock.ts';

const units: [ms: number, word: string][] = [
  [dayMs, 'day'],
  [hourMs, 'hour'],
  [minuteMs, 'minute'],
];

/** Formats a duration with its two largest units: "3 days 4 hours", "25 minutes"; "0 days" if it is shorter than a minute. */
export function durationInWords(ms: number | null): string {
  let rest = ms ?? 0;
  const parts: string[] = [];
  for (const [unit, word] of units) {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    if (count > 0) parts.push(`${count} ${word}${count === 1 ? '' : 's'}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0 days';
}
