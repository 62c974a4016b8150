import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import './section.css';

export interface SectionProps {
  title: string;
  /** What the section is for, in one sentence. */
  text?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** A named part of a page: a region for screen readers, a heading of the second level for all. */
export function Section({ title, text, actions, children, className }: SectionProps) {
  const id = useId();
  return (
    <section className={classes('section', className)} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {actions && <div className="section-actions">{actions}</div>}
        {text && <p className="section-text">{text}</p>}
      </div>
      {children}
    </section>
  );
}
