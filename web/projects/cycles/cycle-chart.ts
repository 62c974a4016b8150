import type { GroupReport } from '../../../sdk/index.ts';
import { addDays, dayOf, daysBetween } from '../../parts/dates/dates.ts';

type Line = (number | null)[];

/**
 * The scope and the completed tickets of a cycle until its last day, and the target: a straight line that reaches the
 * present scope on that day. Days to come have no values but the target. Without an end there is no target.
 */
export function toCycleChart({ days, endsAt }: Pick<GroupReport, 'days' | 'endsAt'>) {
  const dates = days.map(({ date }) => date);
  const [first, last] = [dates[0], endsAt && dayOf(endsAt)];
  for (let date = dates.at(-1); date && last && date < last; ) {
    date = addDays(date, 1);
    dates.push(date);
  }
  const length = first && last && last > first ? daysBetween(first, last) : 0;
  const scopeNow = days.at(-1)?.scope.tickets ?? 0;
  const untilToday = (value: (day: GroupReport['days'][number]) => number): Line =>
    dates.map((_, index) => (days[index] ? value(days[index]) : null));
  return {
    dates,
    scope: untilToday(({ scope }) => scope.tickets),
    completed: untilToday(({ completed }) => completed.tickets),
    target:
      length === 0
        ? undefined
        : dates.map((_, index) => Math.round(10 * scopeNow * Math.min(1, index / length)) / 10),
  };
}

interface Dated {
  startsAt?: string | undefined;
  endsAt?: string | undefined;
}

/** The cycles of a project by what is of interest: the running ones, the next, those after it, and the past, newest first. */
export function arrangeCycles<G extends Dated>(cycles: readonly G[], now: number) {
  const start = ({ startsAt }: G) => (startsAt ? Date.parse(startsAt) : Number.NEGATIVE_INFINITY);
  const end = ({ endsAt }: G) => (endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY);
  const dated = cycles.filter(({ startsAt, endsAt }) => startsAt || endsAt);
  const coming = dated.filter((cycle) => start(cycle) > now).sort((one, other) => start(one) - start(other));
  return {
    current: dated.filter((cycle) => start(cycle) <= now && end(cycle) >= now),
    next: coming.slice(0, 1),
    later: coming.slice(1),
    past: dated
      .filter((cycle) => end(cycle) < now && start(cycle) <= now)
      .sort((one, other) => end(other) - end(one)),
    undated: cycles.filter(({ startsAt, endsAt }) => !startsAt && !endsAt),
  };
}
