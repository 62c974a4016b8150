import type { Ref, SelectHTMLAttributes } from 'react';
import { classes } from '../classes.ts';
import { useField } from '../forms/use-field.ts';
import { Icon } from '../icons/icon.tsx';
import './input.css';

export interface SelectProps<T extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  options: readonly { value: T; label: string; disabled?: boolean }[];
  value?: T | undefined;
  onChange?: (value: T) => void;
  look?: 'normal' | 'large' | 'bare';
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list, for short, known values. Use `Picker` for searching. */
export function Select<T extends string>({
  options,
  look = 'normal',
  className,
  onChange,
  ...rest
}: SelectProps<T>) {
  const { clearError, ...field } = useField(rest);
  return (
    <span className={classes('select', className)}>
      <select
        {...rest}
        {...field}
        className={classes('input', `input-${look}`)}
        onChange={(event) => {
          clearError(event);
          onChange?.(event.target.value as T);
        }}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}
