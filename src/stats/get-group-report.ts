import { getGroup } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { groupMembers, summarizeDay, summarizeScope } from './group-report.ts';
import { listGroupMoves } from './group-store.ts';
import { zoneOfQuery } from './query-zone.ts';
import { dateIn, lastDays } from './series-days.ts';

/**
 * Reports what was planned in a cycle or milestone, what was added and removed since its start, and what is done; in
 * all and day by day.
 */
export async function getGroupReport(scope: Scope, id: string, timezone: string | undefined) {
  const { db, clock } = scope;
  const group = await getGroup(scope, id);
  const zone = await zoneOfQuery(scope, timezone);
  const now = clock.now();
  const startMs = Math.min(group.startsAt ?? group.createdAt, now);
  const endMs = Math.min(group.endsAt ?? now, now);
  const members = groupMembers(await listGroupMoves(db.workerReads, group.id), startMs);
  const to = dateIn(zone, Math.max(startMs, endMs));
  const first = dateIn(zone, startMs);
  const { dates, startsMs } = lastDays(first, to, zone);
  const days = dates.map((date, index) => ({
    date,
    ...summarizeDay(members, startMs, startsMs[index] as number, startsMs[index + 1] as number),
  }));
  return { zone, group, summary: summarizeScope(members, endMs), days };
}
