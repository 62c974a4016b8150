import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { addDays, today } from '../../parts/dates/dates.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { PickerList } from '../../parts/popups/picker-list.tsx';
import {
  type FilterName,
  filterNames,
  isDateFilter,
  isListFilter,
  type ListFilter,
  type TicketSearch,
  valuesOfFilter,
  withFilter,
} from '../ticket-search.ts';
import type { Vocabulary } from './filter-text.ts';
import { FilterValues } from './filter-values.tsx';
import { filterIcon, filterLabel } from './filter-words.ts';

export interface FilterChoicesProps {
  search: TicketSearch;
  vocabulary: Vocabulary;
  /** Filters that make no sense here, such as the project within a project. */
  without: readonly FilterName[];
  onChange: (search: TicketSearch) => void;
  /** Called when the query language was chosen. */
  onCondition: () => void;
}

/** All filters, then the values of the chosen one. */
export function FilterChoices({
  search,
  vocabulary,
  without,
  onChange,
  onCondition,
  onDone,
}: FilterChoicesProps & { onDone: () => void }) {
  const [filter, setFilter] = useState<ListFilter>();
  if (filter)
    return (
      <FilterValues
        filter={filter}
        values={valuesOfFilter(search, filter)}
        vocabulary={vocabulary}
        onChange={(next) => onChange(withFilter(search, filter, next))}
      />
    );
  const choose = (name: FilterName) => {
    if (isListFilter(name)) return setFilter(name);
    onDone();
    if (name === 'filter') onCondition();
    else onChange({ ...search, [name]: isDateFilter(name) ? firstDate(name) : true });
  };
  return (
    <PickerList
      label={m.filter.add}
      picked={[]}
      options={filterNames
        .filter((name) => !['search', 'parent', ...without].includes(name))
        .map((name) => ({ id: name, label: filterLabel(name), before: <Icon name={filterIcon(name)} /> }))}
      onPick={(name) => choose(name as FilterName)}
    />
  );
}

/** An initial date that shows the effect of the filter; its chip changes it. */
const firstDate = (name: FilterName) =>
  name === 'dueBefore' ? addDays(today(), 7) : name === 'dueAfter' ? today() : addDays(today(), -7);
