import { Listenable } from '../parts/listenable.ts';

/** Tickets in the order in which they are shown: a list is one column, a board has several. */
export type Columns = readonly (readonly string[])[];

export type Step = 'next' | 'previous' | 'left' | 'right' | 'first' | 'last';

interface Position {
  column: number;
  index: number;
}

/**
 * The active ticket of a list or board: the one that has the tab stop and that keys act on. It is remembered by its id,
 * so it stays active while rows move. If it vanishes, the row that took its place becomes active, or the last one of
 * its column.
 */
export class ActiveRow extends Listenable {
  /** Moves as the arrow keys do: the row is scrolled to and takes the focus. Set by the list that shows the rows. */
  walk: (step: Step) => string | undefined = (step) => this.step(step);
  #columns: Columns = [];
  #id: string | undefined;
  /** The last result: while a list scrolls, the same ticket is looked up again and again. */
  #found: { id: string; position: Position | undefined } | undefined;

  get id(): string | undefined {
    return this.#id;
  }

  /** The ticket that Tab leads to: the active one, otherwise the first. */
  get tabStop(): string | undefined {
    return this.#id ?? this.#firstId();
  }

  /** Finds the position of a ticket, for scrolling to it. A table of all positions would cost more at each change. */
  find = (id: string | undefined): Position | undefined => {
    if (id === undefined) return undefined;
    if (this.#found?.id !== id) this.#found = { id, position: positionIn(this.#columns, id) };
    return this.#found.position;
  };

  /** Updates the columns. Returns true if the active ticket has vanished and another took its place. */
  show(columns: Columns): boolean {
    if (isSame(columns, this.#columns)) return false;
    const former = this.find(this.#id);
    const formerTabStop = this.tabStop;
    this.#columns = columns;
    this.#found = undefined;
    const hasVanished = this.#id !== undefined && !this.find(this.#id);
    if (hasVanished) this.#id = former && (this.#nearest(former) ?? this.#firstId());
    if (hasVanished || this.tabStop !== formerTabStop) this.notify();
    return hasVanished && this.#id !== undefined;
  }

  /** Called for pointer, focus and address. A ticket that is not shown is ignored. */
  activate(id: string | undefined): void {
    if (id !== undefined && this.find(id)) this.#set(id);
  }

  /** Moves to a neighbour, or to the first ticket if none is active. Returns the active ticket, or undefined at an edge. */
  step(step: Step): string | undefined {
    const next = this.neighbour(this.#id, step);
    if (next !== undefined) this.#set(next);
    return next;
  }

  /** The neighbour of a ticket; the first ticket if it is not shown. */
  neighbour(id: string | undefined, step: Step): string | undefined {
    const from = this.find(id);
    if (!from) return step === 'last' ? this.#columns.findLast(hasTickets)?.at(-1) : this.#firstId();
    const column = this.#columns[from.column] ?? [];
    switch (step) {
      case 'next':
        return column[from.index + 1];
      case 'previous':
        return column[from.index - 1];
      case 'first':
        return column[0];
      case 'last':
        return column.at(-1);
      default:
        return this.#beside(from, step === 'left' ? -1 : 1);
    }
  }

  /** The ticket at the same height in the next column that has tickets. */
  #beside({ column, index }: Position, direction: -1 | 1): string | undefined {
    for (let at = column + direction; at >= 0 && at < this.#columns.length; at += direction) {
      const ids = this.#columns[at];
      if (ids?.length) return ids[Math.min(index, ids.length - 1)];
    }
    return undefined;
  }

  #nearest({ column, index }: Position): string | undefined {
    const ids = this.#columns[column];
    return ids?.[Math.min(index, ids.length - 1)];
  }

  #firstId = () => this.#columns.find(hasTickets)?.[0];

  #set(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    this.notify();
  }
}

const hasTickets = (ids: readonly string[]) => ids.length > 0;

function positionIn(columns: Columns, id: string): Position | undefined {
  for (const [column, ids] of columns.entries()) {
    const index = ids.indexOf(id);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

const isSame = (a: Columns, b: Columns) =>
  a.length === b.length && a.every((column, index) => column === b[index]);
