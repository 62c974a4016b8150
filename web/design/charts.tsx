import { AreaChart } from '../parts/charts/area-chart.tsx';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import { LineChart } from '../parts/charts/line-chart.tsx';
import { ScatterChart } from '../parts/charts/scatter-chart.tsx';
import { addDays } from '../parts/dates/dates.ts';

const first = '2026-09-01';
const days = Array.from({ length: 75 }, (_, index) => addDays(first, index));
const weeks = Array.from({ length: 11 }, (_, index) => addDays(first, index * 7));
const present = 55;
/** A wave that looks like real data and is the same on every load. */
const wave = (index: number, size: number) =>
  Math.round(size * (1 + Math.sin(index * 1.7) * 0.5 + Math.cos(index * 0.6) * 0.3));
const grown = (rate: number, start: number) =>
  days.map((_, index) => Math.round(start + index * rate + wave(index, 2)));
const points = Array.from({ length: 60 }, (_, index) => ({
  id: `PAY-${index + 1}`,
  day: addDays(first, Math.round((index * 74) / 60)),
  value: 1 + Math.abs(wave(index * 3, 5)),
  label: `PAY-${index + 1} Sign-in fails after a password reset`,
}));

export function Charts() {
  return (
    <>
      <LineChart
        title="Burn-up"
        text="85 % by 12 December. This was right 8 of the last 10 times."
        days={days}
        series={[
          { name: 'Scope', colour: 'muted', values: grown(0.4, 60), dashed: true },
          {
            name: 'Done',
            colour: 'green',
            values: grown(0.9, 4).map((value, index) => (index > present ? null : value)),
          },
        ]}
        fan={{
          name: 'Forecast',
          colour: 'green',
          bands: [0.2, 0.5].map((width) => ({
            name: `${width * 100} %`,
            low: days.map((_, index) => (index < present ? null : 55 + (index - present) * (0.9 - width))),
            high: days.map((_, index) => (index < present ? null : 55 + (index - present) * (0.9 + width))),
          })),
        }}
      />
      <AreaChart
        title="Cumulative flow"
        days={days}
        layers={[
          { name: 'Done', colour: 'green', values: grown(0.9, 4) },
          { name: 'In review', colour: 'violet', values: days.map((_, index) => wave(index, 4)) },
          { name: 'In progress', colour: 'amber', values: days.map((_, index) => wave(index + 9, 7)) },
          { name: 'To do', colour: 'muted', values: days.map((_, index) => wave(index / 3, 14)) },
        ]}
      />
      <ScatterChart
        title="Cycle time"
        valueName="Days"
        first={first}
        last={days.at(-1) ?? first}
        points={points}
        marks={[
          { name: '50 %', value: 5 },
          { name: '85 %', value: 8 },
        ]}
      />
      <BarChart
        title="Throughput"
        days={weeks}
        layers={[{ name: 'Tickets', colour: 'accent', values: weeks.map((_, index) => wave(index, 8)) }]}
      />
    </>
  );
}
