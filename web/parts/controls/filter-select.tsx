import { m } from '../../messages/index.ts';
import { Select, type SelectProps } from './select.tsx';

interface FilterSelectProps<T extends string> {
  label: string;
  options: SelectProps<T>['options'];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

/** Narrows a table to one value; its first choice is all of them. */
export function FilterSelect<T extends string>({ label, options, value, onChange }: FilterSelectProps<T>) {
  return (
    <Select<T | ''>
      aria-label={label}
      options={[{ value: '', label: `${label}: ${m.words.all}` }, ...options]}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}
