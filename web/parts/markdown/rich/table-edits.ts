import type { Selection } from '../text-edits.ts';
import { findLineKinds, splitCells } from './line-kinds.ts';

interface Table {
  /** The offset of its first line. */
  from: number;
  /** Its lines; the first is the head, the second the delimiter. */
  lines: string[];
  /** Where the caret is. */
  row: number;
  column: number;
}

/** The table around the caret. */
export function findTable({ text, end }: Selection): Table | undefined {
  const lines = text.split('\n');
  const kinds = findLineKinds(lines);
  let at = 0;
  let start = 0;
  while (at < lines.length - 1 && start + (lines[at]?.length ?? 0) < end)
    start += (lines[at++]?.length ?? 0) + 1;
  const isTable = (index: number) => /^(?:head|delimiter|row)$/.test(kinds[index] ?? '');
  if (!isTable(at)) return undefined;
  let first = at;
  while (kinds[first] !== 'head') first--;
  let last = at;
  while (isTable(last + 1) && kinds[last + 1] !== 'head') last++;
  const from = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
  const inLine = end - start;
  const cells = splitCells(lines[at] ?? '');
  const column = Math.max(
    0,
    cells.findLastIndex((cell) => cell.start <= inLine),
  );
  return { from, lines: lines.slice(first, last + 1), row: at - first, column };
}

/** Tab: selects the text of the next cell, or of the previous one. Past the last cell it adds a row. */
export function moveToCell(selection: Selection, step: 1 | -1): Selection | undefined {
  const table = findTable(selection);
  if (!table) return undefined;
  const { lines, row, column } = table;
  const places = lines.flatMap((line, index) =>
    index === 1 ? [] : splitCells(line).map((_, cell) => ({ row: index, column: cell })),
  );
  const now = places.findIndex((place) => place.row === row && place.column === column);
  const next = places[now + step];
  if (next) return selectCell(selection, table, lines, next.row, next.column);
  return step === 1 ? addRow(selection) : undefined;
}

/** Enter: the next row. In an empty last row it removes that row and leaves the table. */
export function enterRow(selection: Selection): Selection | undefined {
  const table = findTable(selection);
  if (!table || selection.start !== selection.end) return undefined;
  const { from, lines, row } = table;
  const isLast = row === lines.length - 1;
  if (row < 2 || !isLast || /[^\s|]/.test(lines[row] ?? '')) return addRow(selection);
  const kept = lines.slice(0, -1).join('\n');
  const rest = selection.text.slice(from + lines.join('\n').length);
  const at = from + kept.length + 1;
  const after = /^\n\s*(?:\n|$)/.test(rest) ? rest.slice(1) : rest;
  return { text: `${selection.text.slice(0, from)}${kept}\n${after}`, start: at, end: at };
}

export function addRow(selection: Selection): Selection | undefined {
  return change(selection, ({ lines, row }) => {
    const at = Math.max(2, row + 1);
    const empty = `|${'  |'.repeat(splitCells(lines[0] ?? '').length)}`;
    return [lines.toSpliced(at, 0, empty), at, 0];
  });
}

export function addColumn(selection: Selection): Selection | undefined {
  return change(selection, ({ lines, row, column }) => [
    lines.map((line, index) => {
      const cell = splitCells(line)[column];
      const at = cell ? cell.end : line.length;
      const before = line.slice(0, at);
      return `${before}|${index === 1 ? ' --- ' : '  '}${line.slice(at) || '|'}`;
    }),
    row === 1 ? 0 : row,
    column + 1,
  ]);
}

/** Removes the row of the caret; the head stays. */
export function removeRow(selection: Selection): Selection | undefined {
  return change(selection, ({ lines, row, column }) =>
    row < 2
      ? undefined
      : [lines.toSpliced(row, 1), row - 1 === 1 ? Math.min(2, lines.length - 2) : row - 1, column],
  );
}

/** Removes the column of the caret; the last one stays. */
export function removeColumn(selection: Selection): Selection | undefined {
  return change(selection, ({ lines, row, column }) => {
    if (splitCells(lines[0] ?? '').length < 2) return undefined;
    const fewer = lines.map((line) => {
      const cells = splitCells(line);
      const cell = cells[column];
      if (!cell) return line;
      // The cell goes with the bar before it; the first without one goes with the bar behind it.
      if (column === 0 && cell.start === 0) return line.slice(cell.end + 1);
      return line.slice(0, cell.start - 1) + line.slice(cell.end);
    });
    return [fewer, row === 1 ? 0 : row, Math.max(0, column - 1)];
  });
}

/** `edit` gives the new lines and the cell that is selected then. */
function change(
  selection: Selection,
  edit: (table: Table) => [lines: string[], row: number, column: number] | undefined,
): Selection | undefined {
  const table = findTable(selection);
  const edited = table && edit(table);
  if (!table || !edited) return undefined;
  const [lines, row, column] = edited;
  return selectCell(selection, table, lines, row === 1 ? 0 : row, column);
}

function selectCell(
  { text }: Selection,
  { from, lines: before }: Table,
  lines: readonly string[],
  row: number,
  column: number,
): Selection {
  const line = lines[row] ?? '';
  const lineFrom = from + lines.slice(0, row).reduce((sum, { length }) => sum + length + 1, 0);
  const cell = splitCells(line)[column] ?? { start: line.length, end: line.length };
  const words = line.slice(cell.start, cell.end);
  const lead = words.trim() === '' ? Math.min(1, words.length) : words.length - words.trimStart().length;
  const start = lineFrom + cell.start + lead;
  return {
    text: text.slice(0, from) + lines.join('\n') + text.slice(from + before.join('\n').length),
    start,
    end: start + words.trim().length,
  };
}
