import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes.ts';
import { useField } from '../forms/use-field.ts';
import './checkbox.css';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  /** Without a visible label, pass `aria-label`. */
  label?: ReactNode;
  hint?: ReactNode;
  /** True if only some of the items it stands for are chosen. */
  mixed?: boolean;
  onChange?: (checked: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hint, mixed = false, className, onChange, ref, ...rest }: CheckboxProps) {
  const { clearError, ...field } = useField(rest);
  return (
    <label className={classes('check', className)}>
      <input
        {...rest}
        {...field}
        type="checkbox"
        className="checkbox"
        ref={(node) => {
          if (node) node.indeterminate = mixed;
          if (typeof ref === 'function') return ref(node);
          if (ref) ref.current = node;
        }}
        onChange={(event) => {
          clearError(event);
          onChange?.(event.target.checked);
        }}
      />
      {label !== undefined && (
        <span className="check-text">
          {label}
          {hint && <span className="check-hint">{hint}</span>}
        </span>
      )}
    </label>
  );
}
