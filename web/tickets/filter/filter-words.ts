import { m } from '../../messages/index.ts';
import { formatDate } from '../../parts/dates/dates.ts';
import type { IconName } from '../../parts/icons/icon-names.ts';
import {
  type FilterName,
  filterNames,
  isListFilter,
  type ListFilter,
  type TicketSearch,
  valuesOfFilter,
} from '../ticket-search.ts';
import type { Vocabulary } from './filter-text.ts';

/** The word for a value of a filter with fixed values. */
export function valueName(filter: ListFilter, value: string): string {
  const words: Record<string, string> =
    filter === 'status'
      ? m.parts.statuses
      : filter === 'priority'
        ? m.parts.priorities
        : filter === 'type'
          ? m.parts.types
          : m.fields.stages;
  return words[value] ?? value;
}

export interface FilterWords {
  name: FilterName;
  /** “Status” */
  label: string;
  /** “To do +1”; absent for what is only there or not. */
  values?: string;
  icon: IconName;
}

/** The filters of a view as chips show them, in a fixed order. */
export function describeFilters(search: TicketSearch, vocabulary: Vocabulary): FilterWords[] {
  return filterNames.flatMap((name) => {
    const value = search[name];
    if (value === undefined) return [];
    const label = m.filter.names[name];
    const icon = icons[name];
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

/** What a ticket without a value of this filter is called. */
export function noneOf(filter: ListFilter): string {
  if (filter === 'label') return m.tickets.groups.noLabel;
  if (filter === 'group') return m.tickets.groups.noGroup;
  if (filter === 'milestone') return m.fields.noMilestone;
  return filter === 'parent' ? m.tickets.groups.noParent : m.filter.nobody;
}

function nameOf(filter: ListFilter, value: string, vocabulary: Vocabulary): string {
  if (value === 'me') return m.filter.me;
  if (value === 'none') return noneOf(filter);
  const named = {
    assignee: vocabulary.people,
    reporter: vocabulary.people,
    label: vocabulary.labels,
    group: vocabulary.groups,
    milestone: vocabulary.milestones,
    project: vocabulary.projects,
    workspace: vocabulary.workspaces,
  }[filter as string];
  if (named) return named.find(({ id }) => id === value)?.name ?? m.filter.unknown;
  return filter === 'parent' ? value : valueName(filter, value);
}

export const icons: Record<FilterName, IconName> = {
  status: 'task',
  priority: 'flag',
  type: 'bolt',
  stage: 'timeline',
  assignee: 'person',
  reporter: 'people',
  label: 'label',
  group: 'group',
  milestone: 'flag',
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
