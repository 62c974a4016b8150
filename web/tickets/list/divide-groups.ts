import { groupIds } from './group-tickets.ts';

export interface TicketGroup {
  /** The status, the id of the person …, or `none`. */
  value: string;
  name: string;
  ids: readonly string[];
  total: number;
  loadMore: () => void;
  /** Of a group that is divided: its tickets, which are in the groups after it, and their number. */
  members?: readonly string[];
  count?: number;
  /** Of a part of a group: the value of that group, and its own, which `value` combines. */
  parent?: string;
  partValue?: string;
}

/**
 * Divides each group by another field: a head without rows, followed by its parts. Tickets keep their order within a
 * part; pages that are missing come at the end of the last one.
 */
export function divideGroups(
  groups: readonly TicketGroup[],
  partOfId: (id: string) => string | undefined,
  order: readonly string[],
  partName: (value: string) => string,
): TicketGroup[] {
  return groups.flatMap((group) => {
    const parts = groupIds(group.ids, partOfId, order);
    const missing = group.total - group.ids.length;
    const head: TicketGroup = { ...group, ids: [], total: 0, members: group.ids, count: group.total };
    return [
      head,
      ...parts.map(({ value, ids }, index) => ({
        value: `${group.value}/${value}`,
        partValue: value,
        parent: group.value,
        name: partName(value),
        ids,
        total: ids.length + (index === parts.length - 1 ? missing : 0),
        loadMore: group.loadMore,
      })),
    ];
  });
}
