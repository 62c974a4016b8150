import type { ReactNode } from 'react';
import './form.css';

/** The buttons at the foot of a form, the one that sends last. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>;
}
