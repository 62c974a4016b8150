import { useMemo } from 'react';
import type { Group } from '../../../sdk/index.ts';
import { openStatuses } from '../../../sdk/ticket-fields.ts';
import { addDays, dayOf, today } from '../../parts/dates/dates.ts';
import { useGroups, type ViewQuery } from '../../replica/index.ts';
import type { TicketGroup } from '../list/divide-groups.ts';
import { noValue } from '../list/group-tickets.ts';
import { useTicketGroups } from '../list/use-ticket-groups.ts';
import type { Grouping } from '../ticket-search.ts';

/** What the timeline can be grouped by. */
export const timelineGroupings = [
  'group',
  'parent',
  'assignee',
  'status',
  'none',
] as const satisfies Grouping[];
export type TimelineGrouping = (typeof timelineGroupings)[number];

export interface TimelineGroup extends TicketGroup {
  /** The cycle, milestone or list, if the tickets are grouped by it. */
  group?: Group;
}

/** How many days a cycle without open tickets stays visible after its end. */
const overDays = 14;

/**
 * The tickets of the timeline: open ones, unless the filter names others. If they are grouped by group, groups with
 * dates but without tickets appear too, so that the next cycle can be planned.
 */
export function useTimelineGroups(
  projectId: string,
  query: ViewQuery,
  groupBy: TimelineGrouping,
  isFiltered: boolean,
) {
  const status = query.status?.length ? query.status : openStatuses;
  const tickets = useTicketGroups({ sort: 'dueDate', order: 'asc', ...query, status }, groupBy);
  const known = useGroups(projectId);
  const groups = useMemo((): readonly TimelineGroup[] => {
    if (groupBy === 'parent') return withoutHeads(tickets.groups);
    if (groupBy !== 'group') return tickets.groups;
    const byId = new Map(tickets.groups.map((group) => [group.value, group]));
    const over = addDays(today(), -overDays);
    const planned = known.flatMap((group): TimelineGroup[] => {
      const found = byId.get(group.id);
      if (found) return [{ ...found, group }];
      const isShown = !isFiltered && group.endsAt !== undefined && dayOf(group.endsAt) >= over;
      return isShown
        ? [{ value: group.id, name: group.name, ids: [], total: 0, loadMore: () => {}, group }]
        : [];
    });
    const others = tickets.groups.filter(({ value }) => !known.some(({ id }) => id === value));
    return [...planned, ...others];
  }, [tickets, known, groupBy, isFiltered]);
  return { ...tickets, groups };
}

/** Removes parents that are heads of their own group from the rows without a parent. */
function withoutHeads(groups: readonly TicketGroup[]): readonly TicketGroup[] {
  const heads = new Set(groups.map(({ value }) => value));
  return groups.flatMap((group) => {
    if (group.value !== noValue) return [group];
    const ids = group.ids.filter((id) => !heads.has(id));
    const total = group.total - (group.ids.length - ids.length);
    return total > 0 ? [{ ...group, ids, total }] : [];
  });
}
