import { type ReactNode, use, useId } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { FieldContext, FormContext } from './form-context.ts';
import './field.css';

export interface FieldProps {
  label: string;
  /** The name in the form's data and in the `details` of a refusal. */
  name?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Marks an optional field, if most fields are required. */
  optional?: boolean | undefined;
  /** The label is only for screen readers, because the place makes it clear. */
  labelHidden?: boolean | undefined;
  /** Puts the label at the left on wide screens, as on settings pages. */
  row?: boolean | undefined;
  children: ReactNode;
  className?: string;
}

/** Label, hint and error of one control. The control inside takes its id, name and description from here. */
export function Field({
  label,
  name,
  hint,
  error,
  required = false,
  optional,
  labelHidden,
  row,
  children,
  className,
}: FieldProps) {
  const id = useId();
  const form = use(FormContext);
  const messages = error ? [error] : (name !== undefined && form?.errors[name]) || [];
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = messages.length > 0 ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classes('field', row && 'field-row', className)}>
      <div className="field-head">
        <label id={`${id}-label`} htmlFor={id} className={labelHidden ? 'said' : 'field-label'}>
          {label}
        </label>
        {optional && <span className="field-optional">{m.parts.optional}</span>}
      </div>
      <div className="field-control">
        <FieldContext value={{ id, name, describedBy, invalid: messages.length > 0, required }}>
          {children}
        </FieldContext>
        {messages.length > 0 && (
          <p id={errorId} className="field-error">
            {messages.join(' ')}
          </p>
        )}
        {hint && (
          <p id={hintId} className="field-hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export type ControlFieldProps = Omit<FieldProps, 'children' | 'className'>;

/** The props of a field with its control: those of the field, and those of the control. */
export function splitField<Props extends ControlFieldProps>(props: Props) {
  const { label, name, hint, error, required, optional, labelHidden, row, ...control } = props;
  return [{ label, name, hint, error, required, optional, labelHidden, row }, control] as const;
}
