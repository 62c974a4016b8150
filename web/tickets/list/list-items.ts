/** A group of a list: its head, then its rows. */
export interface ListGroup {
  key: string;
  ids: readonly string[];
  /** The number of its tickets; more than `ids` has while pages are missing. */
  total: number;
  isCollapsed: boolean;
}

export type ListItem = { kind: 'head'; group: number } | { kind: 'row'; group: number; index: number };

/** Grey rows at the end of a group whose next page is missing. */
const greyRows = 12;

/** The lines of a list, found by number without building an array: a list has up to 100,000. */
export class ListItems {
  readonly count: number;
  readonly headIndexes: readonly number[];
  readonly #starts: number[] = [];
  readonly #hasHeads: boolean;

  constructor(groups: readonly ListGroup[], hasHeads: boolean) {
    this.#hasHeads = hasHeads;
    let at = 0;
    for (const group of groups) {
      this.#starts.push(at);
      at += (hasHeads ? 1 : 0) + rowsOf(group);
    }
    this.count = at;
    this.headIndexes = hasHeads ? this.#starts : [];
  }

  at(line: number): ListItem {
    const group = lastAtMost(this.#starts, line);
    const offset = line - (this.#starts[group] ?? 0);
    if (!this.#hasHeads) return { kind: 'row', group, index: offset };
    return offset === 0 ? { kind: 'head', group } : { kind: 'row', group, index: offset - 1 };
  }

  /** The line number of a row. */
  lineOf(group: number, index: number): number {
    return (this.#starts[group] ?? 0) + (this.#hasHeads ? 1 : 0) + index;
  }

  /** The head that stays at the top while its rows scroll below it. */
  headOver(line: number): number | undefined {
    return this.#hasHeads && this.#starts.length > 0
      ? this.#starts[lastAtMost(this.#starts, line)]
      : undefined;
  }
}

function rowsOf({ ids, total, isCollapsed }: ListGroup): number {
  if (isCollapsed) return 0;
  return ids.length + Math.min(greyRows, Math.max(0, total - ids.length));
}

/** The index of the last of the ascending numbers that is not greater than `wanted`. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
