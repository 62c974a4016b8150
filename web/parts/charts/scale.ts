import { addDays, addMonths, type Day, daysBetween } from '../dates/dates.ts';

/** Maps a number to a position. */
export type Scale = (value: number) => number;

export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

/** Round values from 0 that cover the highest: 0, 5, 10, 15. Whole numbers only, because tickets are counted. */
export function countTicks(highest: number, wanted = 4): number[] {
  const rough = Math.max(highest, 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const count = Math.ceil(Math.max(highest, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Days at even distances, at most as many as there is room for: days, weeks, or the first of months. */
export function dayTicks(first: Day, last: Day, room: number): Day[] {
  const days = daysBetween(first, last);
  const perTick = Math.max(1, Math.ceil((days + 1) / Math.max(room, 1)));
  if (perTick >= 28) return monthTicks(first, last, Math.ceil(perTick / 31));
  const step = perTick > 7 ? Math.ceil(perTick / 7) * 7 : perTick;
  return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => addDays(first, index * step));
}

function monthTicks(first: Day, last: Day, step: number): Day[] {
  const ticks: Day[] = [];
  const start = first.endsWith('-01') ? first : `${addMonths(first, 1).slice(0, 8)}01`;
  for (let day = start; day <= last; day = addMonths(day, step)) ticks.push(day);
  return ticks;
}

/** The lower and upper edge of each layer when the values of a column are stacked. */
export function stack(layers: readonly (readonly number[])[]): { low: number; high: number }[][] {
  const sums: number[] = [];
  return layers.map((values) =>
    values.map((value, index) => {
      const low = sums[index] ?? 0;
      sums[index] = low + value;
      return { low, high: low + value };
    }),
  );
}

/** The year is named where it changes, and at the start if the ticks are in more than one. */
export const isYearShown = (ticks: readonly Day[], index: number): boolean =>
  index === 0
    ? ticks[0]?.slice(0, 4) !== ticks.at(-1)?.slice(0, 4)
    : ticks[index]?.slice(0, 4) !== ticks[index - 1]?.slice(0, 4);

/** One label for marks that read the same, because several lines of it would hide the chart. The highest value places it. */
export function labelMarks(
  marks: readonly { name: string; value: number }[],
  format: (value: number) => string,
): { text: string; value: number }[] {
  return [...Map.groupBy(marks, ({ value }) => format(value))].map(([words, alike]) => ({
    text: `${alike.map(({ name }) => name).join(', ')}: ${words}`,
    value: Math.max(...alike.map(({ value }) => value)),
  }));
}

/** Moves labels apart that would overlap. In: their heights from the top; out: the same, at least `gap` apart. */
export function spreadLabels(
  heights: readonly number[],
  gap: number,
  [top, bottom]: readonly [number, number],
): number[] {
  const order = [...heights.keys()].sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0));
  const placed: number[] = [];
  let least = top;
  for (const index of order) {
    placed[index] = Math.max(heights[index] ?? 0, least);
    least = placed[index] + gap;
  }
  let most = bottom;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = placed[index] - gap;
  }
  return placed;
}

/** The index of the position that is nearest. */
export function nearestIndex(positions: readonly number[], position: number): number {
  let best = 0;
  for (const [index, each] of positions.entries()) {
    if (Math.abs(each - position) < Math.abs((positions[best] ?? 0) - position)) best = index;
  }
  return best;
}

export const linePath = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The outline of a band: along the upper edge and back along the lower. */
export const bandPath = (
  upper: readonly (readonly [number, number])[],
  lower: readonly (readonly [number, number])[],
) => (upper.length === 0 ? '' : `${linePath([...upper, ...lower.toReversed()])}Z`);
