/**
 * What a line is in its text: `text`, `h1` to `h6`, `rule`, `head` (of a table), `delimiter`, `row`, `fence`, or
 * `code:` with the language of its block.
 */
export type LineKind = string;

const fence = /^\s*(?:>\s?)*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})\s*([\w+#.-]{0,24})/;
const delimiter = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const heading = /^ {0,3}(#{1,6})(?:\s|$)/;
const rule = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

export function findLineKinds(lines: readonly string[]): LineKind[] {
  const kinds: LineKind[] = [];
  let open: { mark: string; language: string } | undefined;
  let isTable = false;
  for (const [index, line] of lines.entries()) {
    const [, mark, language = ''] = fence.exec(line) ?? [];
    if (open) {
      const isEnd = mark?.startsWith(open.mark) && language === '';
      kinds.push(isEnd ? 'fence' : `code:${open.language}`);
      if (isEnd) open = undefined;
      continue;
    }
    if (mark) {
      open = { mark, language };
      isTable = false;
      kinds.push('fence');
      continue;
    }
    const next = lines[index + 1];
    if (isTable) isTable = line.trim() !== '' && line.includes('|');
    if (isTable) kinds.push(kinds.at(-1) === 'head' ? 'delimiter' : 'row');
    else if (next !== undefined && isTableHead(line, next)) {
      kinds.push('head');
      isTable = true;
    } else kinds.push(plainKind(line));
  }
  return kinds;
}

function isTableHead(line: string, next: string): boolean {
  return (
    line.includes('|') &&
    next.includes('|') &&
    delimiter.test(next) &&
    splitCells(line).length === splitCells(next).length
  );
}

function plainKind(line: string): LineKind {
  const level = heading.exec(line)?.[1]?.length;
  if (level) return `h${level}`;
  return rule.test(line) ? 'rule' : 'text';
}

export interface CellRange {
  /** Where the cell begins: at its bar, if it has one. */
  from: number;
  /** Where its text begins and ends, without the bars. */
  start: number;
  end: number;
}

/** The cells of a line of a table. Bars behind a backslash belong to the text. */
export function splitCells(line: string): CellRange[] {
  const bars = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const first = bars[0];
  const hasOuter = first !== undefined && line.slice(0, first).trim() === '';
  const starts = hasOuter ? bars : [-1, ...bars];
  const cells = starts.map((bar, index) => ({
    from: index === 0 ? 0 : bar,
    start: bar + 1,
    end: starts[index + 1] ?? line.length,
  }));
  const last = cells.at(-1);
  if (cells.length > 1 && last && line.slice(last.start).trim() === '') cells.pop();
  return cells;
}
