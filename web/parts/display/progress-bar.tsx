import { classes } from '../classes.ts';
import './progress-bar.css';

export interface ProgressBarProps {
  label: string;
  /** Undefined if the end is unknown. */
  value?: number | undefined;
  max?: number;
  /** A second, paler bar, for example for tickets in review. */
  second?: number;
  look?: 'accent' | 'green' | 'teal';
  className?: string;
}

export function ProgressBar({
  label,
  value,
  max = 100,
  second,
  look = 'accent',
  className,
}: ProgressBarProps) {
  const share = (part: number) => `${max > 0 ? Math.min(100, (part / max) * 100) : 0}%`;
  return (
    <div
      className={classes(
        'progress-bar',
        `progress-bar-${look}`,
        value === undefined && 'progress-bar-unknown',
        className,
      )}
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
    >
      {second !== undefined && (
        <span className="progress-bar-second" style={{ width: share((value ?? 0) + second) }} />
      )}
      <span className="progress-bar-value" style={{ width: value === undefined ? '40%' : share(value) }} />
    </div>
  );
}
