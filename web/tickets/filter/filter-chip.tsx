import { m } from '../../messages/index.ts';
import { DatePicker } from '../../parts/controls/date-picker.tsx';
import { Chip } from '../../parts/display/chip.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Popover } from '../../parts/popups/popover.tsx';
import {
  isDateFilter,
  isListFilter,
  type TicketSearch,
  valuesOfFilter,
  withFilter,
  withoutFilter,
} from '../ticket-search.ts';
import type { Vocabulary } from './filter-text.ts';
import type { FilterWords } from './filter-words.ts';
import { LateValues } from './late-values.tsx';

interface FilterChipProps {
  words: FilterWords;
  search: TicketSearch;
  vocabulary: Vocabulary;
  onChange: (search: TicketSearch) => void;
  /** Called for words, parents and the query language, which are edited as text. */
  onEditText: () => void;
}

/** One filter: press it to change its values, or remove it. */
export function FilterChip({ words, search, vocabulary, onChange, onEditText }: FilterChipProps) {
  const { name, label, values, icon } = words;
  const chip = {
    before: <Icon name={icon} size="small" />,
    label: values === undefined ? label : m.filter.change(label, values),
    onRemove: () => onChange(withoutFilter(search, name)),
  };
  if (values === undefined) return <Chip {...chip}>{label}</Chip>;
  const text = (
    <>
      <span className="filter-chip-name">{label}</span> {values}
    </>
  );
  if (name === 'parent' || (!isListFilter(name) && !isDateFilter(name))) {
    return (
      <Chip {...chip} onClick={onEditText}>
        {text}
      </Chip>
    );
  }
  const trigger = (
    <Chip {...chip} onClick={() => {}}>
      {text}
    </Chip>
  );
  if (isDateFilter(name)) {
    return (
      <DatePicker
        label={label}
        value={search[name]}
        onChange={(day) => onChange(day ? { ...search, [name]: day } : withoutFilter(search, name))}
        trigger={trigger}
      />
    );
  }
  return (
    <Popover label={label} className="picker-popover" trigger={trigger}>
      <LateValues
        filter={name}
        values={valuesOfFilter(search, name)}
        vocabulary={vocabulary}
        onChange={(next) => onChange(withFilter(search, name, next))}
      />
    </Popover>
  );
}
