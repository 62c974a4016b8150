import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import './card.css';

/** A bordered surface. `rows` draws lines between its children. */
export function Card({
  rows,
  className,
  children,
}: {
  rows?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return <div className={classes('card', rows && 'card-rows', className)}>{children}</div>;
}
