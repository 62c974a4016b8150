import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes.ts';
import { useField } from '../forms/use-field.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-shapes.ts';
import './input.css';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  /** `large` in dialogs and on the sign-in card, `bare` for text that is edited in place. */
  look?: 'normal' | 'large' | 'bare';
  icon?: IconName;
  /** A control inside the field at its end. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextInput({ look = 'normal', icon, end, className, onChange, ...rest }: TextInputProps) {
  const { clearError, ...field } = useField(rest);
  const input = (
    <input
      type="text"
      {...rest}
      {...field}
      className={classes('input', `input-${look}`, !icon && !end && className)}
      onChange={(event) => {
        clearError(event);
        onChange?.(event);
      }}
    />
  );
  if (!icon && !end) return input;
  return (
    <span
      className={classes('input-box', icon && 'input-box-icon', Boolean(end) && 'input-box-end', className)}
    >
      {icon && <Icon name={icon} />}
      {input}
      {end && <span className="input-end">{end}</span>}
    </span>
  );
}
