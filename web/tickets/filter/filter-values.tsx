import { useId, useState } from 'react';
import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icon.tsx';
import type { ListFilter } from '../ticket-search.ts';
import { optionsOf } from './complete-filter.ts';
import type { Vocabulary } from './filter-text.ts';
import { ValueIcon } from './value-icon.tsx';

interface FilterValuesProps {
  filter: ListFilter;
  values: readonly string[];
  vocabulary: Vocabulary;
  onChange: (values: string[]) => void;
}

/** The values of one filter, each of which can be on or off. */
export function FilterValues({ filter, values, vocabulary, onChange }: FilterValuesProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const wanted = typed.trim().toLowerCase();
  const options = optionsOf(filter, vocabulary).filter(({ label }) => label.toLowerCase().includes(wanted));
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);

  return (
    <div className="filter-values">
      <input
        className="filter-values-search"
        type="text"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        aria-label={m.filter.search}
        placeholder={m.filter.search}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const option = options[active];
          if (event.key === 'ArrowDown') setActive(Math.min(active + 1, options.length - 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
          else if (event.key === 'Enter' && option) toggle(option.value);
          else return;
          event.preventDefault();
        }}
      />
      <div
        className="filter-values-list"
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable
        aria-label={m.filter.values(m.filter.names[filter])}
      >
        {options.map(({ value, label }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above (aria-activedescendant)
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={values.includes(value)}
            className="filter-value"
            data-active={index === active || undefined}
            onPointerMove={() => index !== active && setActive(index)}
            onClick={() => toggle(value)}
          >
            <span className="filter-value-tick">
              {values.includes(value) && <Icon name="check" size="small" />}
            </span>
            <ValueIcon filter={filter} value={value} />
            <span className="filter-value-name">{label}</span>
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="filter-values-nothing">{m.filter.nothing}</p>}
    </div>
  );
}
