import type { Cell, Row } from '../../platform/db/index.ts';

/** A row is a JSON array on a line of its own. What JSON has no form for is an object. */
type JsonCell = string | number | null | { int: string } | { base64: string };

export function encodeRow(row: Row): string {
  for (const cell of row)
    if (typeof cell === 'bigint' || cell instanceof Uint8Array) return encodeSpecial(row);
  return `${JSON.stringify(row)}\n`;
}

const encodeSpecial = (row: Row) => `${JSON.stringify(row.map(encodeCell))}\n`;

function encodeCell(cell: Cell): JsonCell {
  if (typeof cell === 'bigint') return { int: String(cell) };
  if (cell instanceof Uint8Array) return { base64: Buffer.from(cell).toString('base64') };
  return cell;
}

/** Undefined if the line is not a row with this number of columns. */
export function decodeRow(line: string, columns: number): Row | undefined {
  try {
    const cells = JSON.parse(line) as JsonCell[];
    if (!Array.isArray(cells) || cells.length !== columns) return undefined;
    const row = cells as Row;
    for (const [index, cell] of cells.entries()) {
      if (cell !== null && typeof cell === 'object') row[index] = decodeSpecial(cell);
      else if (typeof cell === 'boolean') return undefined;
    }
    return row;
  } catch {
    return undefined;
  }
}

function decodeSpecial(cell: { int: string } | { base64: string }): Cell {
  return 'int' in cell ? BigInt(cell.int) : Buffer.from(cell.base64, 'base64');
}
