import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import './badge.css';

export interface BadgeProps {
  look?: 'muted' | 'accent' | 'amber' | 'violet' | 'green' | 'red' | 'teal' | 'outline';
  children: ReactNode;
  className?: string;
}

/** A short word or a count. */
export function Badge({ look = 'muted', children, className }: BadgeProps) {
  return <span className={classes('badge', `badge-${look}`, className)}>{children}</span>;
}
