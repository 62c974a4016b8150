import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import './skeleton.css';

export interface SkeletonProps {
  rows?: number;
  /** The height of the content that is loading. */
  look?: 'row' | 'card' | 'text' | 'block';
  className?: string;
}

/** Grey rows while something loads; the first 150 ms show nothing, by CSS. */
export function Skeleton({ rows = 5, look = 'row', className }: SkeletonProps) {
  return (
    <div className={classes('skeleton', `skeleton-of-${look}`, className)} role="status">
      <span className="said">{m.parts.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <span className="skeleton-row" key={index} aria-hidden="true" />
      ))}
    </div>
  );
}
