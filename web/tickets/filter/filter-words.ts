import { m } from '../../messages/index.ts';
import { formatDate } from '../../parts/dates/dates.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { choiceLabel, fieldWord, isChoiceField } from '../../parts/ticket-words.ts';
import {
  type FilterName,
  filterKind,
  filterNames,
  isListFilter,
  type ListFilter,
  type TicketSearch,
  valuesOfFilter,
} from '../ticket-search.ts';
import { namedOf, type Vocabulary } from './filter-text.ts';

export const filterLabel = (name: FilterName): string => fieldWord(name, m.filter.names);

export interface FilterWords {
  name: FilterName;
  /** “Status” */
  label: string;
  /** “To do +1”; absent for a filter without values. */
  values?: string;
  icon: IconName;
}

/** The filters of a view in the form of chips, in a fixed order. */
export function describeFilters(search: TicketSearch, vocabulary: Vocabulary): FilterWords[] {
  return filterNames.flatMap((name) => {
    const value = search[name];
    if (value === undefined) return [];
    const label = filterLabel(name);
    const icon = filterIcon(name);
    if (typeof value === 'boolean') return [{ name, label, icon }];
    if (name === 'search') return [{ name, label, values: `“${value}”`, icon }];
    if (name === 'filter') return [{ name, label, values: value, icon }];
    if (!isListFilter(name)) return [{ name, label, values: formatDate(value), icon }];
    const [first = '', ...others] = valuesOfFilter(search, name).map((one) => nameOf(name, one, vocabulary));
    const values =
      others.length === 0
        ? first
        : others.length === 1
          ? `${first}, ${others[0]}`
          : m.filter.more(first, others.length);
    return [{ name, label, values, icon }];
  });
}

/** The label for tickets without a value of this filter. */
export function noneOf(filter: ListFilter): string {
  const { noLabel, noGroup, noParent } = m.tickets.groups;
  const words: Partial<Record<string, string>> = {
    person: m.filter.nobody,
    label: noLabel,
    group: noGroup,
    milestone: m.fields.noMilestone,
    ownStatus: m.fields.noOwnStatus,
    parent: noParent,
  };
  return words[filterKind(filter) ?? ''] ?? m.fields.noChoice;
}

function nameOf(filter: ListFilter, value: string, vocabulary: Vocabulary): string {
  if (value === 'me') return m.filter.me;
  if (value === 'none') return noneOf(filter);
  const named = namedOf(filter, vocabulary);
  if (named) return named.find(({ id }) => id === value)?.name ?? m.filter.unknown;
  return isChoiceField(filter) ? choiceLabel(filter, value) : value;
}

export const filterIcon = (name: FilterName): IconName => icons[name] ?? 'flag';

export const icons: Partial<Record<FilterName, IconName>> = {
  status: 'task',
  ownStatus: 'task',
  type: 'bolt',
  stage: 'timeline',
  assignee: 'person',
  reporter: 'people',
  label: 'label',
  group: 'group',
  parent: 'subticket',
  project: 'folder',
  workspace: 'workspace',
  dueAfter: 'calendar',
  dueBefore: 'calendar',
  createdAfter: 'clock',
  createdBefore: 'clock',
  updatedSince: 'history',
  overdue: 'warning',
  undated: 'calendar',
  ready: 'play',
  search: 'search',
  filter: 'filter',
};
