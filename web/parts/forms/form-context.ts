import { createContext } from 'react';

export interface FormState {
  sending: boolean;
  /** The problem of each field, by its name. */
  errors: Record<string, string[]>;
  clear: (name: string) => void;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export interface FieldState {
  id: string;
  name: string | undefined;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

/** What a control takes from the field around it: id, name, description. */
export const FieldContext = createContext<FieldState | undefined>(undefined);

/** The dialog around a form, if `openDialog` opened it. */
export const DialogContext = createContext<{ title: string; onClose: () => void } | undefined>(undefined);
