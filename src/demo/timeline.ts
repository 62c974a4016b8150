import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';

/** Something that happened at a time. */
export interface Moment {
  at: number;
  play: (at: number) => Promise<unknown>;
}

const jitterMs = 2 * hourMs;
/** More recent times are not moved off weekends, so that "two hours ago" stays true on a Sunday. */
const weekdaysFromDays = 3;

/**
 * Turns "days ago" into times: shifted by up to two hours, not on weekends, and in order. The same index gives the
 * same shift, so the story looks the same each time.
 */
export function newTimeline(now: number) {
  let index = 0;
  const timeAt = (daysAgo: number): number => {
    const at = now - daysAgo * dayMs;
    if (daysAgo < weekdaysFromDays) return Math.floor(at);
    const moved = at + Math.floor((spreadFraction(++index) - 0.5) * 2 * jitterMs);
    const day = new Date(moved).getUTCDay();
    return Math.floor(moved + (day === 6 ? -dayMs : day === 0 ? dayMs : 0));
  };
  return {
    timeAt,
    /**
     * Times of one ticket or task: each is later than the one before and not in the future. Weekends and offsets may put
     * a time before that of something it needs, which `notBefore` prevents.
     */
    inOrder(notBefore = 0) {
      let last = notBefore;
      return (daysAgo: number): number => {
        last = Math.min(Math.max(timeAt(daysAgo), last + 10 * minuteMs), now - 1);
        return last;
      };
    },
  };
}

/** A number from 0 to 1 that looks random (the golden ratio's multiples are spread evenly). */
const spreadFraction = (index: number) => (index * 0.618_033_988_749) % 1;
