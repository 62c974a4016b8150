import { type ChangeEvent, use } from 'react';
import { FieldContext, FormContext } from './form-context.ts';

interface ControlProps {
  id?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}

/** The attributes of a control inside a `Field`. The control's own props take precedence. */
export function useField(own: ControlProps) {
  const field = use(FieldContext);
  const form = use(FormContext);
  const name = own.name ?? field?.name;
  return {
    id: own.id ?? field?.id,
    name,
    required: own.required ?? (field?.required || undefined),
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
    /** Hides the message of a field as soon as the person edits it. */
    clearError: (_event?: ChangeEvent) => name !== undefined && form?.clear(name),
  };
}
