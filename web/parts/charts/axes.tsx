import { type Day, formatDate } from '../dates/dates.ts';
import type { Plot } from './chart.tsx';
import { dayTicks, isYearShown, type Scale } from './scale.ts';

export interface AxesProps {
  plot: Plot;
  x: (day: Day) => number;
  y: Scale;
  days: readonly Day[];
  ticks: readonly number[];
  /** Formats a value of the vertical axis. */
  format?: (value: number) => string;
}

/** Horizontal lines for values, days below. */
export function Axes({ plot, x, y, days, ticks, format = String }: AxesProps) {
  const [first, last] = [days[0], days.at(-1)];
  const shownDays = first && last ? dayTicks(first, last, Math.floor((plot.right - plot.left) / 72)) : [];
  return (
    <>
      {ticks.map((value) => (
        <g key={value}>
          <line className="chart-grid" x1={plot.left} x2={plot.right} y1={y(value)} y2={y(value)} />
          <text className="chart-label" x={plot.left - 8} y={y(value) + 4} textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {shownDays.map((day, index) => (
        <text
          key={day}
          className="chart-label"
          x={x(day)}
          y={plot.bottom + 17}
          textAnchor={index === 0 ? 'start' : x(day) > plot.right - 24 ? 'end' : 'middle'}
        >
          {isYearShown(shownDays, index) ? formatDate(day) : formatDate(day).replace(/,? \d{4}$/, '')}
        </text>
      ))}
    </>
  );
}
