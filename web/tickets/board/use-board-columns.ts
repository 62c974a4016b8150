import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { closedStatuses } from '../../../sdk/ticket-fields.ts';
import { m } from '../../messages/index.ts';
import {
  statusFilters,
  useFindStatus,
  useOwnStatuses,
  useStatuses,
  useStatusLabel,
} from '../../parts/own-statuses.ts';
import { choiceLabel, choicesOf } from '../../parts/ticket-words.ts';
import {
  readRow,
  useBoot,
  useRowsVersion,
  useViews,
  type ViewQuery,
  type ViewState,
} from '../../replica/index.ts';
import { noValue } from '../list/group-tickets.ts';
import { countedField, useValueViews } from '../list/use-value-views.ts';
import { type BoardField, isOwnField, ownFieldId } from '../ticket-search.ts';
import { columnValue, splitIntoColumns } from './board-columns.ts';
import { boardOrder } from './board-order.ts';

export interface BoardColumnState {
  /** The status, the id of the person …, or `none`. */
  value: string;
  name: string;
  view: ViewState;
  /** True if a drop chooses the place. Closed tickets are in the order of their last change, the newest first. */
  isManual: boolean;
}

interface Options {
  /** Undefined for the tickets of several projects. */
  project: BootProject | undefined;
  field: BoardField;
  /** Without order, and without the filter of the columns. */
  query: ViewQuery;
  order: ReturnType<typeof boardOrder>;
  /** Nobody has chosen an order. */
  isUsualOrder: boolean;
  /** Only these columns; empty: all. */
  wanted: readonly string[];
  showEmpty: boolean;
}

/**
 * The columns of a board with their tickets. Status and priority have a view for each value, with its full count and its
 * own pages, and so have other fields over several projects (`useValueViews`); otherwise the columns are formed here from
 * all tickets of the query.
 */
export function useBoardColumns({ project, field, query, order, isUsualOrder, wanted, showEmpty }: Options) {
  const statuses = useStatuses();
  const ownStatuses = useOwnStatuses();
  const statusName = useStatusLabel();
  const findStatus = useFindStatus();
  const isClosed = (value: string) => isClosedStatus(findStatus(value)?.status ?? value);
  const isPaged = field === 'status' || field === 'priority';
  const isManual = order.sort === 'rank';
  const paged: readonly string[] =
    field === 'status' ? statuses : field === 'priority' ? choicesOf('priority') : [];
  const queryOf = (value: string): ViewQuery => ({
    ...query,
    ...(field === 'status' && (isManual || isUsualOrder) && isClosed(value)
      ? boardOrder('updatedAt')
      : order),
    ...(field === 'status' ? statusFilters(value, ownStatuses) : { [field]: value }),
  });
  const boot = useBoot();
  const counted = countedField(query, field);
  const views = useViews(isPaged ? paged.map(queryOf) : counted ? [] : [{ ...query, ...order }], isPaged);
  const version = useRowsVersion(!isPaged && !counted);
  const kept = counted ? offeredValues(field, project, boot, undefined) : [];
  const valueViews = useValueViews({ ...query, ...order }, counted, {
    also: kept
      .filter(({ isKept }) => isKept || showEmpty)
      .slice(0, emptyColumnsMax)
      .map(({ value }) => value),
    only: wanted,
    isEager: true,
  });
  const { data: ownFields } = useQuery({
    queryKey: ['board', 'own-fields', project?.id],
    // Not in the first load.
    queryFn: async () => (await import('../list/own-columns.ts')).readOwnFields(project?.id ?? ''),
    enabled: isOwnField(field) && project !== undefined,
  });

  return useMemo((): BoardColumnState[] => {
    const isWanted = ({ value }: { value: string }) => !wanted.length || wanted.includes(value);
    if (isPaged) {
      return paged
        .map((value, index) => ({
          value,
          name: field === 'status' ? statusName(value) : choiceLabel('priority', value as never),
          view: views[index] as ViewState,
          isManual: isManual && !(field === 'status' && isClosed(value)),
        }))
        .filter((column) => isWanted(column) || isWanted({ value: findStatus(column.value)?.status ?? '' }));
    }
    if (counted) {
      const names = new Map(kept.map(({ value, name }, place) => [value, { name, place }]));
      const placeOf = (value: string) => names.get(value)?.place ?? names.size;
      return valueViews.values
        .map((value, index) => ({
          ...{ value, name: names.get(value)?.name ?? m.tickets.groups.unknown, isManual: false },
          view: valueViews.views[index] as ViewState,
        }))
        .toSorted((a, b) => placeOf(a.value) - placeOf(b.value))
        .filter(isWanted);
    }
    const [view] = views as [ViewState];
    const labelOrder = new Map(boot.labels.map(({ id }, index) => [id, index]));
    const offered = offeredValues(field, project, boot, ownFields);
    const split = splitIntoColumns(
      view.ids,
      (id) => {
        const row = readRow(id);
        return row && columnValue(row, field, labelOrder);
      },
      offered.map(({ value }) => value),
    );
    return offered
      .map((column, index) => ({ ...column, ids: split[index] ?? [] }))
      .filter(({ ids, isKept }) => isKept || showEmpty || ids.length > 0)
      .map(({ value, name, ids }) => ({ value, name, isManual, view: { ...view, ids, total: ids.length } }))
      .filter(isWanted);
    // `version` stands for the rows that decide the columns.
  }, [
    field,
    views,
    valueViews.values,
    valueViews.views,
    version,
    boot,
    ownFields,
    paged.join(),
    wanted.join(),
    showEmpty,
    isManual,
    project,
    ownStatuses,
  ]);
}

/** Each empty column is a request. */
const emptyColumnsMax = 40;

const isClosedStatus = (value: string) => (closedStatuses as readonly string[]).includes(value);

type Offered = { value: string; name: string; isKept: boolean };
type OwnFields = readonly {
  id: string;
  options: readonly { id: string; name: string; archived: boolean }[];
}[];

/** The columns that a field can have. One without a value is always there: a drop on it clears the field. */
function offeredValues(
  field: BoardField,
  project: BootProject | undefined,
  boot: ReturnType<typeof useBoot>,
  ownFields: OwnFields | undefined,
): Offered[] {
  const { groups } = m.tickets;
  const byName = (items: readonly { id: string; name: string }[]) =>
    items
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ id, name }) => ({ value: id, name, isKept: id === boot.me.id }));
  const none = (name: string) => ({ value: noValue, name, isKept: true });
  if (field === 'assignee') return [none(groups.noAssignee), ...byName(boot.people)];
  if (field === 'label') return [none(groups.noLabel), ...byName(boot.labels)];
  if (field === 'project') {
    const inUse = boot.projects.filter(({ status }) => status === 'active');
    return [...byName(inUse), { value: noValue, name: m.fields.noProject, isKept: false }];
  }
  if (field === 'group') {
    const own = boot.groups.filter(
      ({ projectId, kind }) => projectId === project?.id && kind !== 'milestone',
    );
    return [none(groups.noGroup), ...own.map(({ id, name }) => ({ value: id, name, isKept: true }))];
  }
  const options = isOwnField(field)
    ? (ownFields?.find(({ id }) => id === ownFieldId(field))?.options ?? [])
    : [];
  return [
    none(m.fields.noChoice),
    ...options.map(({ id, name, archived }) => ({ value: id, name, isKept: !archived })),
  ];
}
