import { getGroup } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { listGroupTickets } from './group-store.ts';
import { zoneOfQuery } from './query-zone.ts';
import { dateIn, lastDays } from './series-days.ts';

/**
 * The burn-up of a group: for each day until today how many of the tickets that are in it now existed, were started and were
 * completed at its end. It begins with the group, or with its first ticket if that is earlier or the group has no start.
 */
export async function getGroupSeries(scope: Scope, id: string, timezone: string | undefined) {
  const { db, clock } = scope;
  const group = await getGroup(scope, id);
  const zone = await zoneOfQuery(scope, timezone);
  const tickets = await listGroupTickets(db.workerReads, group.id);
  const now = clock.now();
  const today = dateIn(zone, now);
  const firstAt = group.startsAt ?? tickets.reduce((first, { createdAt }) => Math.min(first, createdAt), now);
  const first = dateIn(zone, Math.min(firstAt, now));
  const lastDate = group.endsAt === null ? today : dateIn(zone, group.endsAt);
  const to = lastDate < today && lastDate >= first ? lastDate : today;
  const { dates, startsMs } = lastDays(first, to, zone);
  const days = dates.map((date, index) => {
    const end = startsMs[index + 1] as number;
    const until = (at: number | null) => at !== null && at < end;
    return {
      date,
      total: tickets.filter(({ createdAt }) => until(createdAt)).length,
      started: tickets.filter(({ startedAt, completedAt }) => until(startedAt) || until(completedAt)).length,
      completed: tickets.filter(({ completedAt }) => until(completedAt)).length,
    };
  });
  return { zone, group, days };
}
