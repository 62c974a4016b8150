import { useMemo } from 'react';
import { closedStatuses, openStatuses } from '../../../sdk/ticket-fields.ts';
import { m } from '../../messages/index.ts';
import { type OwnStatus, statusFilters, useOwnStatuses, useStatusLabel } from '../../parts/own-statuses.ts';
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
import type { Grouping, TicketSearch } from '../ticket-search.ts';
import { divideGroups, type TicketGroup } from './divide-groups.ts';
import { groupIds, groupValueOf, noValue } from './group-tickets.ts';
import { countedField, useValueViews } from './use-value-views.ts';

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
 * The tickets of a query in groups. Status and priority have a view for each value, which the server can page, and so have
 * other fields over several projects (`useValueViews`); the rest is formed here from one view.
 */
export function useTicketGroups(
  query: ViewQuery,
  groupBy: Grouping,
  { subGroupBy = 'none', showEmpty }: Pick<TicketSearch, 'subGroupBy' | 'showEmpty'> = {},
): TicketGroups {
  const isDivided = subGroupBy !== 'none' && groupBy !== 'none' && subGroupBy !== groupBy;
  const statuses = useOwnStatuses();
  const choices = valuesOfGrouping(query, groupBy, statuses);
  const counted = countedField(query, groupBy);
  const valueViews = useValueViews(query, counted);
  const queryOf = (value: string): ViewQuery =>
    groupBy === 'status' ? { ...query, ...statusFilters(value, statuses) } : { ...query, [groupBy]: [value] };
  const choiceViews = useViews(
    choices ? choices.map(queryOf) : counted ? [] : [query],
    // Other groups need all tickets of the query.
    !isDivided && (choices !== undefined || groupBy === 'none'),
  );
  const { values, views } = counted ? valueViews : { values: choices, views: choiceViews };
  const version = useRowsVersion();
  const boot = useBoot();
  const statusName = useStatusLabel();

  return useMemo(() => {
    const [first] = views;
    const loadMore = () => first?.loadMore();
    const unordered = values
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
    const groups = counted ? inOrder(unordered, orderOfGroups(groupBy, boot)) : unordered;
    const shown = groups.filter((group) => showEmpty === true || group.total > 0);
    const total = views.reduce((sum, view) => sum + view.total, 0);
    const state = counted && valueViews.state !== 'ready' ? valueViews.state : stateOf(views);
    return {
      groups: isDivided ? divide(shown, subGroupBy, boot, statusName, statuses) : shown,
      total,
      count: state === 'ready' || total > 0 ? total : undefined,
      state,
      newer: views.reduce((sum, view) => sum + view.newer, 0),
      showNewer: () => {
        for (const view of views) view.showNewer();
      },
      retry: () => {
        if (valueViews.state === 'failed') valueViews.retry();
        for (const view of views) view.loadMore();
      },
    };
    // `version` stands for the rows that decide the groups.
  }, [
    ...[views, version, boot, groupBy, values?.join(), valueViews.state, isDivided, subGroupBy],
    ...[showEmpty, statuses],
  ]);
}

type Boot = ReturnType<typeof useBoot>;

function valuesOfGrouping(
  query: ViewQuery,
  groupBy: Grouping,
  statuses?: readonly OwnStatus[],
): readonly string[] | undefined {
  if (!isChoiceField(groupBy)) return undefined;
  const filter = query[groupBy];
  const kept = typeof filter === 'string' ? filter.split(',') : filter;
  if (groupBy === 'status') return statusValuesOf(query, kept, statuses);
  const wanted: readonly string[] = choicesOf(groupBy);
  return [...wanted, ...(isNullable(groupBy) ? [noValue] : [])].filter(
    (value) => !kept?.length || kept.includes(value),
  );
}

/** The six in the order of groups, each with the own statuses of the project, in its order. */
function statusValuesOf(
  { ownStatus }: ViewQuery,
  kept: readonly string[] | undefined,
  statuses: readonly OwnStatus[] | undefined,
): string[] {
  const wanted = typeof ownStatus === 'string' ? ownStatus.split(',') : ownStatus;
  return statusOrder
    .filter((status) => !kept?.length || kept.includes(status))
    .flatMap((status) => {
      const own = statuses?.filter((one) => one.status === status) ?? [];
      return own.length > 1 ? own.map(({ id }) => id ?? status) : [status];
    })
    .filter((value) => !wanted?.length || wanted.includes(isStatus(value) ? noValue : value));
}

const isStatus = (value: string) => (statusOrder as readonly string[]).includes(value);

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

function divide(
  groups: readonly TicketGroup[],
  by: Grouping,
  boot: Boot,
  statusName: (value: string) => string,
  statuses: readonly OwnStatus[] | undefined,
): TicketGroup[] {
  const labelOrder = new Map(boot.labels.map(({ id }, index) => [id, index]));
  const partOfId = (id: string) => {
    const row = readRow(id);
    return row && groupValueOf(row, by, labelOrder);
  };
  const order = valuesOfGrouping({}, by, statuses) ?? orderOfGroups(by, boot);
  return divideGroups(groups, partOfId, order, (value) => nameOfGroup(by, value, boot, statusName));
}

/** The groups in the order of `values`, then the others, and last those without a value. */
function inOrder(groups: readonly TicketGroup[], values: readonly string[]): TicketGroup[] {
  const places = new Map([...values, '', noValue].map((value, index) => [value, index]));
  const placeOf = ({ value }: TicketGroup) => places.get(value) ?? values.length;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function orderOfGroups(groupBy: Grouping, boot: Boot): string[] {
  const byName = (items: readonly { id: string; name: string }[]) =>
    items.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id);
  if (groupBy === 'assignee') return [boot.me.id, ...byName(boot.people).filter((id) => id !== boot.me.id)];
  if (groupBy === 'label') return byName(boot.labels);
  if (groupBy === 'project') return byName(boot.projects);
  return groupBy === 'group' ? boot.groups.map(({ id }) => id) : [];
}

function nameOfGroup(
  groupBy: Grouping,
  value: string,
  boot: Boot,
  statusName: (value: string) => string = plainStatus,
): string {
  const { groups } = m.tickets;
  const named = (items: readonly { id: string; name: string }[]) =>
    items.find(({ id }) => id === value)?.name ?? groups.unknown;
  switch (groupBy) {
    case 'status':
      return statusName(value);
    case 'assignee':
      return value === noValue ? groups.noAssignee : named(boot.people);
    case 'group':
      return value === noValue ? groups.noGroup : named(boot.groups);
    case 'label':
      return value === noValue ? groups.noLabel : named(boot.labels);
    case 'project':
      return value === noValue ? m.fields.noProject : named(boot.projects);
    case 'parent':
      return value === noValue ? groups.noParent : nameOfParent(value);
    case 'none':
      return groups.all;
    default:
      return choiceLabel(groupBy, value === noValue ? null : value);
  }
}

const plainStatus = (value: string) => statusLabel(value as TicketStatus);

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
