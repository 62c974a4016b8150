import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { addDays, today } from '../../parts/dates.ts';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { Popover } from '../../parts/popover.tsx';
import {
  type FilterName,
  filterNames,
  isDateFilter,
  isListFilter,
  type TicketSearch,
  valuesOfFilter,
  withFilter,
} from '../ticket-search.ts';
import type { Vocabulary } from './filter-text.ts';
import { icons } from './filter-words.ts';
import { LateValues } from './late-values.tsx';

interface AddFilterProps {
  search: TicketSearch;
  vocabulary: Vocabulary;
  /** Filters that make no sense here, such as the project within a project. */
  without: readonly FilterName[];
  onChange: (search: TicketSearch) => void;
}

/** A button that offers every filter, then its values. */
export function AddFilter({ search, vocabulary, without, onChange }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const [filter, setFilter] = useState<FilterName>();
  const names = filterNames.filter((name) => !['search', 'parent', 'filter', ...without].includes(name));

  const choose = (name: FilterName) => {
    if (isListFilter(name)) return setFilter(name);
    setOpen(false);
    if (isDateFilter(name)) onChange({ ...search, [name]: firstDate(name) });
    else onChange({ ...search, [name]: true });
  };

  return (
    <Popover
      label={m.filter.add}
      className="picker-popover"
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        setFilter(undefined);
      }}
      trigger={<IconButton icon="plus" label={m.filter.add} />}
    >
      {filter && isListFilter(filter) ? (
        <LateValues
          filter={filter}
          values={valuesOfFilter(search, filter)}
          vocabulary={vocabulary}
          onChange={(next) => onChange(withFilter(search, filter, next))}
        />
      ) : (
        <div className="filter-names">
          {names.map((name) => (
            <button key={name} type="button" className="filter-name" onClick={() => choose(name)}>
              <Icon name={icons[name]} />
              {m.filter.names[name]}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** A date that shows what the filter does; its chip changes it. */
const firstDate = (name: FilterName) =>
  name === 'dueBefore' ? addDays(today(), 7) : name === 'dueAfter' ? today() : addDays(today(), -7);
