import { AutoScroll } from '../drag/auto-scroll.ts';
import { addTouchDrag, monitorForElements } from '../drag/drag-library.ts';
import { elementAt, watchDrops } from '../drag/drop-target.ts';
import { ticketData } from '../drag/ticket-data.ts';
import type { BoardControl, DrawnCell } from './board-control.ts';
import { gapAt, gapTop } from './drop-place.ts';

const cardSpacing = 8;

/** Drags of cards by mouse and touch over the board's cells. `element` contains all of them and scrolls sideways. */
export function setUpDrags(element: HTMLElement, control: BoardControl): () => void {
  const drops = watchDrops();
  let pointer = { x: 0, y: 0 };
  const point = () => pointAt(control, pointer.x, pointer.y);
  const scroll = new AutoScroll((x, y) => scrollersAt(element, x, y), point);
  const start = (id: string) => {
    control.drag.start(control.actions.takeAlong(id));
    element.dataset.dragging = '';
  };
  const move = (x: number, y: number) => {
    pointer = { x, y };
    point();
    scroll.point(x, y);
  };
  const finish = (isDrop: boolean) => {
    scroll.stop();
    delete element.dataset.dragging;
    const { moved, gap } = control.drag.finish();
    const cell = gap && control.cells.get(gap.cell);
    if (isDrop && cell) control.actions.drop(moved, cell, gap.gap);
  };

  const stopMonitor = monitorForElements({
    canMonitor: ({ source }) => ticketData.is(source.data),
    onDragStart: ({ source }) => start(ticketData.idOf(source.data)),
    onDrag: ({ location }) => move(location.current.input.clientX, location.current.input.clientY),
    onDrop: ({ location }) => {
      const { input } = location.current;
      // `onDrag` comes once a frame, so a quick drop may be further than the last one.
      move(input.clientX, input.clientY);
      finish(drops.hasDropped());
    },
  });
  const stopTouch = addTouchDrag(element, {
    ticketAt: (target) => draggableCardAt(target),
    start: (card) => start(card.dataset.card ?? ''),
    move,
    drop: () => finish(true),
    cancel: () => finish(false),
  });
  return () => {
    stopMonitor();
    stopTouch();
    drops.stop();
    scroll.stop();
  };
}

/** First the cell under the pointer, then the gap among its drawn cards: the work does not grow with the board. */
function pointAt(control: BoardControl, x: number, y: number): void {
  const element = elementAt(x, y, '[data-cell]');
  const id = element?.dataset.cell;
  const cell = id === undefined ? undefined : control.cells.get(id);
  if (id === undefined || !cell) control.drag.leave();
  else control.drag.over({ cell: id, ...gapIn(cell, y) });
}

function gapIn(cell: DrawnCell, y: number): { gap: number; top: number } {
  if (cell.isFolded) return { gap: 0, top: 0 };
  const spans = cell.spans();
  const gap = gapAt(spans, y - cell.element.getBoundingClientRect().top + cell.element.scrollTop);
  return { gap, top: gapTop(spans, gap, cardSpacing) };
}

const scrollersAt = (root: HTMLElement, x: number, y: number) => ({
  x: root,
  y: elementAt(x, y, '[data-cell]') ?? null,
});

/** Touches on a card's own buttons stay theirs. */
function draggableCardAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest('button')) return undefined;
  return target.closest<HTMLElement>('[data-card][draggable="true"]') ?? undefined;
}
