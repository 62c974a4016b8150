import { setUpCellDrag } from '../drag/cell-drag.ts';
import { elementAt } from '../drag/drop-target.ts';
import type { DropGap } from '../drag/ticket-drag.ts';
import type { BoardControl, DrawnCell } from './board-control.ts';
import { gapAt, gapTop } from './drop-place.ts';

const cardSpacing = 8;

/** Drags of cards over the board's cells. `element` contains all of them and scrolls sideways. */
export const setUpDrags = (element: HTMLElement, control: BoardControl) =>
  setUpCellDrag(element, {
    control,
    idName: 'card',
    gapAt: (x, y) => findGap(control, x, y),
    scrollersAt: (x, y) => ({ x: element, y: elementAt(x, y, '[data-cell]') ?? null }),
    drop: (moved, { cell: id, gap }) => {
      const cell = control.cells.get(id);
      if (cell) control.actions.drop(moved, cell, gap);
    },
  });

/** Finds the cell under the pointer, then the gap among its drawn cards: the work does not grow with the board. */
function findGap({ cells }: BoardControl, x: number, y: number): DropGap | undefined {
  const id = elementAt(x, y, '[data-cell]')?.dataset.cell;
  const cell = id === undefined ? undefined : cells.get(id);
  return id === undefined || !cell ? undefined : { cell: id, ...gapIn(cell, y) };
}

function gapIn(cell: DrawnCell, y: number): { gap: number; top: number } {
  if (cell.isFolded) return { gap: 0, top: 0 };
  const spans = cell.spans();
  const gap = gapAt(spans, y - cell.element.getBoundingClientRect().top + cell.element.scrollTop);
  return { gap, top: gapTop(spans, gap, cardSpacing) };
}
