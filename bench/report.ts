import type { Measured } from './measure.ts';
import { isWithinMark, type ProcessFigure } from './process-figures.ts';

const headings = ['', 'requests/s', 'p50 ms', 'p99 ms', 'ceiling/s', 'ratio', 'alone/s', 'mark', ''];

export function formatTable(rows: Measured[], figures: ProcessFigure[]): string {
  const lines = [headings, ...rows.map(rowCells), ...figures.map(figureCells)];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, i) => pad(cell, widths[i] ?? 0, i)).join('  ')).join('\n');
}

function rowCells(row: Measured): string[] {
  return [
    row.name,
    count(row.perSecond),
    latency(row.p50Ms, row),
    latency(row.p99Ms, row),
    count(row.ceilingPerSecond),
    (row.perSecond / row.ceilingPerSecond).toFixed(3),
    row.alonePerSecond === undefined ? '' : count(row.alonePerSecond),
    row.mark ?? '',
    row.passed === undefined ? '' : verdict(row.passed),
  ];
}

function figureCells(figure: ProcessFigure): string[] {
  const { name, value, unit, atMost, atLeast } = figure;
  const bound =
    atMost !== undefined ? `≤ ${count(atMost)}` : atLeast !== undefined ? `≥ ${count(atLeast)}` : '';
  const mark = bound === '' ? ['', ''] : [`${bound} ${unit}`, verdict(isWithinMark(figure))];
  return [name, `${value < 100 ? value.toFixed(1) : count(value)} ${unit}`, '', '', '', '', '', ...mark];
}

/** Without a response in time there is no latency; autocannon reports 0, which would look fast. */
const latency = (ms: number, { perSecond }: Measured) => (perSecond === 0 ? 'none' : String(ms));

const count = (value: number) => Math.round(value).toLocaleString('en');

const verdict = (passed: boolean) => (passed ? 'pass' : 'FAIL');

const pad = (cell: string, width: number, column: number) =>
  column === 0 || column >= headings.length - 2 ? cell.padEnd(width) : cell.padStart(width);
