import { AutoScroll } from './auto-scroll.ts';
import { addTouchDrag, monitorForElements } from './drag-library.ts';
import { watchDrops } from './drop-target.ts';
import { ticketData } from './ticket-data.ts';
import type { DropGap, TicketDrag } from './ticket-drag.ts';

interface CellDrag {
  control: { drag: TicketDrag; actions: { takeAlong(id: string): readonly string[] } };
  /** The attribute with the id of a ticket: `data-…`. */
  idName: 'card' | 'ticket';
  gapAt(x: number, y: number): DropGap | undefined;
  scrollersAt(x: number, y: number): { x: Element | null; y: Element | null };
  drop(moved: readonly string[], gap: DropGap): void;
}

/** Drags of tickets by mouse and touch over the cells of a board or calendar. `element` contains all of them. */
export function setUpCellDrag(
  element: HTMLElement,
  { control, idName, gapAt, scrollersAt, drop }: CellDrag,
): () => void {
  const drops = watchDrops();
  let pointer = { x: 0, y: 0 };
  const point = () => {
    const gap = gapAt(pointer.x, pointer.y);
    if (gap) control.drag.over(gap);
    else control.drag.leave();
  };
  const scroll = new AutoScroll(scrollersAt, point);
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
    if (isDrop && gap) drop(moved, gap);
  };

  const stopMonitor = monitorForElements({
    canMonitor: ({ source }) => ticketData.is(source.data),
    onDragStart: ({ source }) => start(ticketData.idOf(source.data)),
    onDrag: ({ location }) => move(location.current.input.clientX, location.current.input.clientY),
    onDrop: ({ location }) => {
      const { input } = location.current;
      // `onDrag` is called once per frame, so a quick drop may be further than the last call.
      move(input.clientX, input.clientY);
      finish(drops.hasDropped());
    },
  });
  const stopTouch = addTouchDrag(element, {
    ticketAt: (target) => draggableAt(target, `[data-${idName}][draggable="true"]`),
    start: (ticket) => start(ticket.dataset[idName] ?? ''),
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

/** Touches on a ticket's own buttons stay theirs. */
function draggableAt(target: EventTarget | null, selector: string): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest('button')) return undefined;
  return target.closest<HTMLElement>(selector) ?? undefined;
}
