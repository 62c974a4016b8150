import { m } from '../../messages/index.ts';
import { PickerList } from '../../parts/popups/picker-list.tsx';
import type { ListFilter } from '../ticket-search.ts';
import { optionsOf } from './complete-filter.ts';
import type { Vocabulary } from './filter-text.ts';
import { filterLabel } from './filter-words.ts';
import { ValueIcon } from './value-icon.tsx';

export interface FilterValuesProps {
  filter: ListFilter;
  values: readonly string[];
  vocabulary: Vocabulary;
  onChange: (values: string[]) => void;
}

/** The values of one filter, each of which can be on or off. */
export function FilterValues({ filter, values, vocabulary, onChange }: FilterValuesProps) {
  const options = optionsOf(filter, vocabulary).map(({ value, label }) => ({
    id: value,
    label,
    before: <ValueIcon filter={filter} value={value} />,
  }));
  return (
    <PickerList
      multiple
      label={filterLabel(filter)}
      placeholder={m.filter.search}
      options={options}
      picked={values}
      onPick={(value) =>
        onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
      }
    />
  );
}
