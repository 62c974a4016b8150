import { useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.ts';
import { tooltipAttributes } from '../popups/tooltip.ts';
import './segmented.css';

export interface SegmentedProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; icon?: IconName; iconOnly?: boolean }[];
  value: T;
  onChange: (value: T) => void;
}

/** A choice of one from a few, all of them visible. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className="segmented">
      <legend className="said">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="segmented-option"
          {...(option.iconOnly ? tooltipAttributes(option.label) : {})}
        >
          <input
            type="radio"
            className="said"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          <span className={option.iconOnly ? 'said' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
