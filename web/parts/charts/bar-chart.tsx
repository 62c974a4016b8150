import { m } from '../../messages/index.ts';
import type { Day } from '../dates/dates.ts';
import { formatDate } from '../dates/dates.ts';
import type { AreaLayer } from './area-chart.tsx';
import { Axes } from './axes.tsx';
import { Chart, type Plot } from './chart.tsx';
import { colourOf } from './chart-colour.ts';
import { countTicks, linearScale, stack } from './scale.ts';

export interface BarChartProps {
  title: string;
  text?: string;
  /** The first day of each bar. */
  days: readonly Day[];
  /** One layer, or several stacked ones. */
  layers: readonly AreaLayer[];
  /** The name of a bar; its first day if absent. */
  nameOf?: (day: Day) => string;
  /** Formats a value, and one of the vertical axis, which has less room. */
  format?: (value: number) => string | number;
  formatTick?: (value: number) => string;
  height?: number;
  /** Why there is nothing to draw. */
  empty?: string | undefined;
  onOpen?: (day: Day) => void;
}

/** Bars by week or day: throughput. */
export function BarChart({
  title,
  text,
  days,
  layers,
  nameOf = formatDate,
  format = (value) => value,
  formatTick = String,
  height,
  empty,
  onOpen,
}: BarChartProps) {
  const valuesOf = (index: number) => layers.map(({ values }) => format(values[index] ?? 0));
  const stacked = stack(layers.map(({ values }) => values));
  const ticks = countTicks(Math.max(0, ...(stacked.at(-1) ?? []).map(({ high }) => high)));
  const scales = (plot: Plot) => {
    const slot = (plot.right - plot.left) / Math.max(1, days.length);
    return {
      x: (day: Day) => plot.left + slot * (days.indexOf(day) + 0.5),
      y: linearScale([0, ticks.at(-1) ?? 1], [plot.bottom, plot.top]),
      barWidth: Math.max(2, Math.min(36, slot * 0.7)),
      /** A label fits at every nth bar. */
      every: Math.ceil(64 / slot),
    };
  };
  return (
    <Chart
      title={title}
      text={text}
      height={height}
      empty={empty}
      {...(layers.length > 1 ? { legend: layers.toReversed() } : {})}
      table={{
        head: [m.parts.day, ...layers.map(({ name }) => name)],
        rows: days.map((day, index) => [nameOf(day), ...valuesOf(index)]),
      }}
      onOpen={onOpen && ((index) => onOpen(days[index] ?? ''))}
      points={(plot) => {
        const { x, y } = scales(plot);
        return days.map((day, index) => ({
          x: x(day),
          y: y(stacked.at(-1)?.[index]?.high ?? 0),
          label: nameOf(day),
          values: layers.map(({ name, colour, values }) => ({
            name,
            colour,
            value: format(values[index] ?? 0),
          })),
        }));
      }}
    >
      {(plot) => {
        const { x, y, barWidth, every } = scales(plot);
        return (
          <>
            <Axes plot={plot} x={x} y={y} days={[]} ticks={ticks} format={formatTick} />
            {layers.flatMap(({ name, colour }, layer) =>
              (stacked[layer] ?? []).map(({ low, high }, index) => (
                <rect
                  key={`${name} ${days[index]}`}
                  x={x(days[index] ?? '') - barWidth / 2}
                  width={barWidth}
                  y={y(high)}
                  height={Math.max(0, y(low) - y(high))}
                  rx={2}
                  fill={colourOf(colour)}
                />
              )),
            )}
            {days.map((day, index) =>
              index % every === 0 ? (
                <text key={day} className="chart-label" x={x(day)} y={plot.bottom + 17} textAnchor="middle">
                  {nameOf(day).replace(/,? \d{4}$/, '')}
                </text>
              ) : null,
            )}
          </>
        );
      }}
    </Chart>
  );
}
