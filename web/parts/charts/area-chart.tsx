import { m } from '../../messages/index.ts';
import { type Day, daysBetween, formatDate } from '../dates/dates.ts';
import { Axes } from './axes.tsx';
import { Chart, type Plot } from './chart.tsx';
import { type ChartColour, colourOf } from './chart-colour.ts';
import { bandPath, countTicks, linearScale, stack } from './scale.ts';

export interface AreaLayer {
  name: string;
  colour: ChartColour;
  values: readonly number[];
}

export interface AreaChartProps {
  title: string;
  text?: string;
  days: readonly Day[];
  /** From the lowest layer to the highest. */
  layers: readonly AreaLayer[];
  height?: number;
  /** Why there is nothing to draw. */
  empty?: string | undefined;
  onOpen?: (day: Day) => void;
}

/** Stacked layers over days: cumulative flow. */
export function AreaChart({ title, text, days, layers, height, empty, onOpen }: AreaChartProps) {
  const stacked = stack(layers.map(({ values }) => values));
  const highest = Math.max(0, ...(stacked.at(-1) ?? []).map(({ high }) => high));
  const ticks = countTicks(highest);
  const scales = (plot: Plot) => {
    const along = linearScale([0, Math.max(1, days.length - 1)], [plot.left, plot.right]);
    return {
      x: (day: Day) => along(daysBetween(days[0] ?? day, day)),
      y: linearScale([0, ticks.at(-1) ?? 1], [plot.bottom, plot.top]),
    };
  };
  return (
    <Chart
      title={title}
      text={text}
      height={height}
      empty={empty}
      legend={layers.toReversed()}
      table={{
        head: [m.parts.day, ...layers.map(({ name }) => name)],
        rows: days.map((day, index) => [formatDate(day), ...layers.map(({ values }) => values[index] ?? 0)]),
      }}
      onOpen={onOpen && ((index) => onOpen(days[index] ?? ''))}
      points={(plot) => {
        const { x, y } = scales(plot);
        return days.map((day, index) => ({
          x: x(day),
          y: y(stacked.at(-1)?.[index]?.high ?? 0),
          label: formatDate(day),
          values: layers
            .toReversed()
            .map(({ name, colour, values }) => ({ name, colour, value: values[index] ?? 0 })),
        }));
      }}
    >
      {(plot) => {
        const { x, y } = scales(plot);
        return (
          <>
            <Axes plot={plot} x={x} y={y} days={days} ticks={ticks} />
            {layers.map(({ name, colour }, layer) => {
              const edges = stacked[layer] ?? [];
              const upper = edges.map(({ high }, index) => [x(days[index] ?? ''), y(high)] as const);
              const lower = edges.map(({ low }, index) => [x(days[index] ?? ''), y(low)] as const);
              return (
                <path
                  key={name}
                  className="chart-area"
                  d={bandPath(upper, lower)}
                  fill={colourOf(colour)}
                  stroke={colourOf(colour)}
                />
              );
            })}
          </>
        );
      }}
    </Chart>
  );
}
