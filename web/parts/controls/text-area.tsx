import type { Ref, TextareaHTMLAttributes } from 'react';
import { classes } from '../classes.ts';
import { useField } from '../forms/use-field.ts';
import './input.css';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  look?: 'normal' | 'large' | 'bare';
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text area that grows with its text (`field-sizing`; a browser without it scrolls). */
export function TextArea({ look = 'normal', mono, className, onChange, rows = 3, ...rest }: TextAreaProps) {
  const { clearError, ...field } = useField(rest);
  return (
    <textarea
      rows={rows}
      {...rest}
      {...field}
      className={classes('input', 'text-area', `input-${look}`, mono && 'input-mono', className)}
      onChange={(event) => {
        clearError(event);
        onChange?.(event);
      }}
    />
  );
}
