/** Pads the cells so that the columns line up. */
export function columns(rows: string[][]): string[] {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? [];
  return rows.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i] as number)).join('  ')}`.trimEnd(),
  );
}

export const formatFields = (rows: string[][]) => `${columns(rows).join('\n')}\n`;
