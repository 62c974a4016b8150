import type { InputHTMLAttributes, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { useField } from '../forms/use-field.ts';
import './checkbox.css';

export interface SwitchProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'role'> {
  label?: ReactNode;
  hint?: ReactNode;
  onChange?: (on: boolean) => void;
}

/** For settings that take effect at once; a checkbox is for values that a form sends. */
export function Switch({ label, hint, className, onChange, ...rest }: SwitchProps) {
  const { clearError, ...field } = useField(rest);
  return (
    <label className={classes('check', 'check-switch', className)}>
      <input
        {...rest}
        {...field}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked
        role="switch"
        className="switch"
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
