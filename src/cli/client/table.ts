import type { ClientContext } from './client-context.ts';
import { cutTo, padTo, textWidth, toLine } from './terminal-text.ts';

const gap = '  ';
const flexibleWidthMin = 8;

/**
 * A table that fits the terminal: the column `flexible` is cut, then every line. Without a terminal, as in a pipe, nothing
 * is cut.
 */
export function formatTable(
  context: ClientContext,
  head: string[],
  rows: (string | undefined)[][],
  flexible: number,
): string {
  const lines = [head, ...rows].map((row) => row.map((cell) => toLine(cell ?? '')));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => textWidth(line[column] ?? ''))));
  const width = findWidth(context);
  if (width !== undefined) {
    const others = widths.reduce(
      (sum, one, column) => (column === flexible ? sum : sum + one + gap.length),
      0,
    );
    widths[flexible] = Math.min(widths[flexible] as number, Math.max(flexibleWidthMin, width - others));
  }
  return lines
    .map((line) =>
      line
        .map((cell, column) => format(cell, widths[column] as number))
        .join(gap)
        .trimEnd(),
    )
    .map((line) => `${width === undefined ? line : cutTo(line, width)}\n`)
    .join('');
}

const format = (cell: string, width: number) => padTo(cutTo(cell, width), width);

function findWidth({ environment, prompt }: ClientContext): number | undefined {
  const named = Number(environment.COLUMNS);
  return Number.isInteger(named) && named > 0 ? named : prompt.width;
}
