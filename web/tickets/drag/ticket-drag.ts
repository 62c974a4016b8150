import { Listenable } from '../../parts/listenable.ts';

/** The gap of a cell under the pointer. A cell without an order, such as a day, has one gap. */
export interface DropGap {
  cell: string;
  gap: number;
  /** The position of the line, in pixels from the top of the cell's contents. */
  top: number;
}

const none: ReadonlySet<string> = new Set();

/**
 * The drag of tickets that is under way on a board or calendar, if any. Tickets and cells subscribe to it, so moving the pointer redraws only the
 * line of the gap.
 *
 * | state    | event            | next     |
 * |----------|------------------|----------|
 * | idle     | start            | dragging |
 * | dragging | over, leave      | dragging |
 * | dragging | finish (drop)    | idle     |
 * | dragging | finish (Escape)  | idle     |
 */
export class TicketDrag extends Listenable {
  #moved: ReadonlySet<string> = none;
  #gap: DropGap | undefined;

  get isUnderWay(): boolean {
    return this.#moved.size > 0;
  }

  /** The dragged tickets, in the order in which they are shown. */
  get moved(): readonly string[] {
    return [...this.#moved];
  }

  get gap(): DropGap | undefined {
    return this.#gap;
  }

  isMoved = (id: string): boolean => this.#moved.has(id);

  /** The position of the line in a cell; undefined while the pointer is elsewhere. */
  topIn = (cell: string): number | undefined => (this.#gap?.cell === cell ? this.#gap.top : undefined);

  start(ids: readonly string[]): void {
    this.#moved = new Set(ids);
    this.#gap = undefined;
    this.notify();
  }

  over(gap: DropGap): void {
    const { cell, gap: index, top } = this.#gap ?? {};
    if (!this.isUnderWay || (cell === gap.cell && index === gap.gap && top === gap.top)) return;
    this.#gap = gap;
    this.notify();
  }

  leave(cell?: string): void {
    if (!this.#gap || (cell !== undefined && this.#gap.cell !== cell)) return;
    this.#gap = undefined;
    this.notify();
  }

  /** Ends the drag and returns what was moved where; no gap if it was cancelled or dropped outside. */
  finish(): { moved: readonly string[]; gap: DropGap | undefined } {
    const result = { moved: this.moved, gap: this.#gap };
    this.#moved = none;
    this.#gap = undefined;
    this.notify();
    return result;
  }
}
