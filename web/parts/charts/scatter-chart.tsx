import { m } from '../../messages/index.ts';
import { type Day, daysBetween, formatDate } from '../dates/dates.ts';
import { Axes } from './axes.tsx';
import { Chart, type Plot } from './chart.tsx';
import { type ChartColour, colourOf } from './chart-colour.ts';
import { countTicks, labelMarks, linearScale, spreadLabels } from './scale.ts';

export interface ScatterPoint {
  id: string;
  day: Day;
  value: number;
  /** The key and title of the ticket. */
  label: string;
  colour?: ChartColour;
}

export interface ScatterChartProps {
  title: string;
  text?: string;
  /** The name of the vertical axis, for the table and the tooltip: “Days”. */
  valueName: string;
  first: Day;
  last: Day;
  points: readonly ScatterPoint[];
  /** Horizontal lines, such as percentiles. */
  marks?: readonly { name: string; value: number }[];
  format?: (value: number) => string;
  /** For the vertical axis, which has less room. */
  formatTick?: (value: number) => string;
  height?: number;
  /** Why there is nothing to draw. */
  empty?: string | undefined;
  onOpen?: (id: string) => void;
}

/** The height of a line of labels. */
const labelPx = 13;

/** A point for each ticket over days: cycle times. */
export function ScatterChart({
  title,
  text,
  valueName,
  first,
  last,
  points,
  marks = [],
  format = String,
  formatTick = format,
  height,
  empty,
  onOpen,
}: ScatterChartProps) {
  const sorted = points.toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : one.value - other.value,
  );
  const ticks = countTicks(
    Math.max(0, ...sorted.map(({ value }) => value), ...marks.map(({ value }) => value)),
  );
  const scales = (plot: Plot) => {
    const along = linearScale([0, Math.max(1, daysBetween(first, last))], [plot.left + 4, plot.right - 4]);
    return {
      x: (day: Day) => along(daysBetween(first, day)),
      y: linearScale([0, ticks.at(-1) ?? 1], [plot.bottom, plot.top]),
    };
  };
  return (
    <Chart
      title={title}
      text={text}
      height={height}
      empty={empty}
      table={{
        head: [m.parts.day, m.parts.item, valueName],
        rows: sorted.map(({ day, label, value }) => [formatDate(day), label, format(value)]),
      }}
      onOpen={onOpen && ((index) => onOpen(sorted[index]?.id ?? ''))}
      points={(plot) => {
        const { x, y } = scales(plot);
        return sorted.map(({ day, value, label }) => ({
          x: x(day),
          y: y(value),
          label,
          values: [
            { name: valueName, value: format(value) },
            { name: m.parts.day, value: formatDate(day) },
          ],
        }));
      }}
    >
      {(plot) => {
        const { x, y } = scales(plot);
        const labels = labelMarks(marks, format);
        const labelHeights = spreadLabels(
          labels.map(({ value }) => y(value) - 5),
          labelPx,
          [plot.top + labelPx / 2, plot.bottom - 4],
        );
        return (
          <>
            <Axes plot={plot} x={x} y={y} days={[first, last]} ticks={ticks} format={formatTick} />
            {marks.map(({ name, value }) => (
              <line
                key={name}
                className="chart-mark"
                x1={plot.left}
                x2={plot.right}
                y1={y(value)}
                y2={y(value)}
              />
            ))}
            {sorted.map(({ id, day, value, colour = 'accent' }) => (
              <circle
                key={id}
                className="chart-dot"
                cx={x(day)}
                cy={y(value)}
                r={3.5}
                fill={colourOf(colour)}
              />
            ))}
            {labels.map(({ text: words }, index) => (
              <text
                key={words}
                className="chart-label chart-mark-label"
                x={plot.right}
                y={labelHeights[index]}
                textAnchor="end"
              >
                {words}
              </text>
            ))}
          </>
        );
      }}
    </Chart>
  );
}
