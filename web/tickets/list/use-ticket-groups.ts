import { useMemo } from 'react';
import { closedStatuses, openStatuses } from '../../../sdk/ticket-fields.ts';
import { m } from '../../messages/index.ts';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import {
  choiceLabel,
  choicesOf,
  isChoiceField,
  isNullable,
  statusLabel,
  type TicketStatus,
} from '../../parts/ticket-words.ts';
import {
  readRow,
  useBoot,
  useRowsVersion,
  useViews,
  type ViewQuery,
  type ViewState,
} from '../../replica/index.ts';
import type { Grouping } from '../ticket-search.ts';
import { groupIds, groupValueOf, noValue } from './group-tickets.ts';

export interface TicketGroup {
  /** The status, the id of the person …, or `none`. */
  value: string;
  name: string;
  ids: readonly string[];
  total: number;
  loadMore: () => void;
}

export interface TicketGroups {
  groups: readonly TicketGroup[];
  total: number;
  /** Undefined until the number is known. */
  count: number | undefined;
  state: ViewState['state'];
  newer: number;
  showNewer: () => void;
  /** Loads again what could not be loaded. */
  retry: () => void;
}

/** Statuses in progress come first, closed ones last. */
const statusOrder = [...openStatuses.slice(2), ...openStatuses.slice(0, 2).reverse(), ...closedStatuses];

/**
 * The tickets of a query in groups. Status and priority have a view for each value, which the server can page; other
 * groups are formed here from one view.
 */
export function useTicketGroups(query: ViewQuery, groupBy: Grouping): TicketGroups {
  const values = valuesOfGrouping(query, groupBy);
  const views = useViews(
    values ? values.map((value) => ({ ...query, [groupBy]: [value] })) : [query],
    // Other groups need all tickets of the query.
    values !== undefined || groupBy === 'none',
  );
  const version = useRowsVersion();
  const boot = useBoot();
  const statusName = useStatusLabel();

  return useMemo(() => {
    const [first] = views;
    const loadMore = () => first?.loadMore();
    const groups = values
      ? views.map((view, index) => ({
          value: values[index] ?? noValue,
          name: nameOfGroup(groupBy, values[index] ?? noValue, boot, statusName),
          ids: view.ids,
          total: view.total,
          loadMore: view.loadMore,
        }))
      : groupBy === 'none'
        ? [
            {
              value: noValue,
              name: m.tickets.groups.all,
              ids: first?.ids ?? [],
              total: first?.total ?? 0,
              loadMore,
            },
          ]
        : groupsOf(first?.ids ?? [], groupBy, boot, loadMore, first?.total ?? 0);
    const total = views.reduce((sum, view) => sum + view.total, 0);
    const state = stateOf(views);
    return {
      groups: groups.filter(({ total: shown }) => shown > 0),
      total,
      count: state === 'ready' || total > 0 ? total : undefined,
      state,
      newer: views.reduce((sum, view) => sum + view.newer, 0),
      showNewer: () => {
        for (const view of views) view.showNewer();
      },
      retry: () => {
        for (const view of views) view.loadMore();
      },
    };
    // `version` stands for the rows that decide the groups.
  }, [views, version, boot, groupBy, values?.join()]);
}

type Boot = ReturnType<typeof useBoot>;

function valuesOfGrouping(query: ViewQuery, groupBy: Grouping): readonly string[] | undefined {
  if (!isChoiceField(groupBy)) return undefined;
  const wanted: readonly string[] = groupBy === 'status' ? statusOrder : choicesOf(groupBy);
  const filter = query[groupBy];
  const kept = typeof filter === 'string' ? filter.split(',') : filter;
  return [...wanted, ...(isNullable(groupBy) ? [noValue] : [])].filter(
    (value) => !kept?.length || kept.includes(value),
  );
}

function groupsOf(
  ids: readonly string[],
  groupBy: Grouping,
  boot: Boot,
  loadMore: () => void,
  total: number,
): TicketGroup[] {
  const labelOrder = new Map(boot.labels.map(({ id }, index) => [id, index]));
  const order = orderOfGroups(groupBy, boot);
  const valueOfId = (id: string) => {
    const row = readRow(id);
    return row && groupValueOf(row, groupBy, labelOrder);
  };
  const found = groupIds(ids, valueOfId, order);
  return found.map(({ value, ids: own }, index) => ({
    value,
    name: nameOfGroup(groupBy, value, boot),
    ids: own,
    // Missing pages come at the end of the list.
    total: own.length + (index === found.length - 1 ? total - ids.length : 0),
    loadMore,
  }));
}

function orderOfGroups(groupBy: Grouping, boot: Boot): string[] {
  const byName = (items: readonly { id: string; name: string }[]) =>
    items.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id);
  if (groupBy === 'assignee') return [boot.me.id, ...byName(boot.people).filter((id) => id !== boot.me.id)];
  if (groupBy === 'label') return byName(boot.labels);
  return groupBy === 'group' ? boot.groups.map(({ id }) => id) : [];
}

function nameOfGroup(groupBy: Grouping, value: string, boot: Boot, statusName = statusLabel): string {
  const { groups } = m.tickets;
  const named = (items: readonly { id: string; name: string }[]) =>
    items.find(({ id }) => id === value)?.name ?? groups.unknown;
  switch (groupBy) {
    case 'status':
      return statusName(value as TicketStatus);
    case 'assignee':
      return value === noValue ? groups.noAssignee : named(boot.people);
    case 'group':
      return value === noValue ? groups.noGroup : named(boot.groups);
    case 'label':
      return value === noValue ? groups.noLabel : named(boot.labels);
    case 'parent':
      return value === noValue ? groups.noParent : nameOfParent(value);
    case 'none':
      return groups.all;
    default:
      return choiceLabel(groupBy, value === noValue ? null : value);
  }
}

function nameOfParent(id: string): string {
  const row = readRow(id);
  return row ? `${row.key ?? ''} ${row.title}`.trim() : m.tickets.groups.unknown;
}

/** Ready as soon as one group can be shown; failed only if none can. */
function stateOf(views: readonly ViewState[]): ViewState['state'] {
  if (views.some(({ state, total }) => state === 'ready' && total > 0)) return 'ready';
  if (views.some(({ state }) => state === 'loading')) return 'loading';
  return views.some(({ state }) => state === 'failed') ? 'failed' : 'ready';
}
