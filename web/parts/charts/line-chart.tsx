import { m } from '../../messages/index.ts';
import { type Day, daysBetween, formatDate } from '../dates/dates.ts';
import { Axes } from './axes.tsx';
import { Chart, type Plot } from './chart.tsx';
import { type ChartColour, colourOf } from './chart-colour.ts';
import { bandPath, countTicks, linearScale, linePath } from './scale.ts';

export interface LineSeries {
  name: string;
  colour: ChartColour;
  /** One value per day; null leaves a gap, as after today. */
  values: readonly (number | null)[];
  dashed?: boolean;
}

export interface Fan {
  name: string;
  colour: ChartColour;
  /** From the narrowest to the widest, each with its edges by day; null outside the forecast. */
  bands: readonly { name: string; low: readonly (number | null)[]; high: readonly (number | null)[] }[];
}

export interface LineChartProps {
  title: string;
  text?: string;
  days: readonly Day[];
  series: readonly LineSeries[];
  /** The forecast: bands that widen with the distance. */
  fans?: readonly Fan[];
  height?: number;
  /** Why there is nothing to draw. */
  empty?: string | undefined;
  onOpen?: (day: Day) => void;
}

/** Lines over days: burn-up, trends, with a forecast as a fan. */
export function LineChart({ title, text, days, series, fans = [], height, empty, onOpen }: LineChartProps) {
  const bands = fans.flatMap((fan) => fan.bands.map((band) => ({ ...band, colour: fan.colour })));
  const edges = bands.flatMap(({ high }) => high);
  const highest = Math.max(
    0,
    ...[...series.flatMap(({ values }) => values), ...edges].map((value) => value ?? 0),
  );
  const ticks = countTicks(highest);
  const scales = (plot: Plot) => {
    const span = Math.max(1, daysBetween(days[0] ?? '', days.at(-1) ?? '') || 1);
    const along = linearScale([0, span], [plot.left, plot.right]);
    return {
      x: (day: Day) => along(daysBetween(days[0] ?? day, day)),
      y: linearScale([0, ticks.at(-1) ?? 1], [plot.bottom, plot.top]),
    };
  };
  const lines = [
    ...series,
    ...bands.flatMap(({ name, low, high }) => [
      { name: `${name} ${m.parts.low}`, values: low },
      { name: `${name} ${m.parts.high}`, values: high },
    ]),
  ];
  return (
    <Chart
      title={title}
      text={text}
      height={height}
      empty={empty}
      legend={[
        ...series.map(({ name, colour, dashed }) => ({
          name,
          colour,
          mark: dashed ? ('dashes' as const) : ('line' as const),
        })),
        ...fans.map(({ name, colour }) => ({ name, colour, mark: 'band' as const })),
      ]}
      table={{
        head: [m.parts.day, ...lines.map(({ name }) => name)],
        rows: days.map((day, index) => [formatDate(day), ...lines.map(({ values }) => values[index] ?? '')]),
      }}
      onOpen={onOpen && ((index) => onOpen(days[index] ?? ''))}
      points={(plot) => {
        const { x, y } = scales(plot);
        return days.map((day, index) => ({
          x: x(day),
          y: y(series.find(({ values }) => values[index] != null)?.values[index] ?? 0),
          label: formatDate(day),
          values: series.flatMap(({ name, colour, values }) => {
            const value = values[index];
            return value == null ? [] : [{ name, colour, value }];
          }),
        }));
      }}
    >
      {(plot) => {
        const { x, y } = scales(plot);
        const place = (values: readonly (number | null)[]) =>
          values.flatMap((value, index) =>
            value === null ? [] : [[x(days[index] ?? ''), y(value)] as const],
          );
        return (
          <>
            <Axes plot={plot} x={x} y={y} days={days} ticks={ticks} />
            {bands.map(({ name, low, high, colour }) => (
              <path
                key={name}
                className="chart-band"
                d={bandPath(place(high), place(low))}
                fill={colourOf(colour)}
              />
            ))}
            {series.map(({ name, colour, values, dashed }) => (
              <path
                key={name}
                className={dashed ? 'chart-line chart-line-dashed' : 'chart-line'}
                d={linePath(place(values))}
                stroke={colourOf(colour)}
              />
            ))}
          </>
        );
      }}
    </Chart>
  );
}
