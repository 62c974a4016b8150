import { type RefObject, useEffect } from 'react';
import { AutoScroll } from '../drag/auto-scroll.ts';
import { elementAt, watchDrops } from '../drag/drop-target.ts';
import { ticketData } from '../drag/ticket-data.ts';
import { withDrag } from '../drag/with-drag.ts';
import { type CalendarControl, undatedCell } from './calendar-control.ts';

/** Drags of tickets from day to day, by mouse and touch. `root` contains the days and the tray. */
export function useDayDrag(root: RefObject<HTMLElement | null>, control: CalendarControl): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const drops = watchDrops();
    let pointer = { x: 0, y: 0 };
    const point = () => pointAt(control, pointer.x, pointer.y);
    const scroll = new AutoScroll((x, y) => ({ x: null, y: scrollerAt(x, y) }), point);
    const start = (id: string) => control.drag.start([id]);
    const move = (x: number, y: number) => {
      pointer = { x, y };
      point();
      scroll.point(x, y);
    };
    const finish = (isDrop: boolean) => {
      scroll.stop();
      const { moved, gap } = control.drag.finish();
      const [id] = moved;
      if (isDrop && gap && id !== undefined) {
        control.actions.drop(id, gap.cell === undatedCell ? null : gap.cell);
      }
    };

    const stops = [
      withDrag(({ monitorForElements }) =>
        monitorForElements({
          canMonitor: ({ source }) => ticketData.is(source.data),
          onDragStart: ({ source }) => start(ticketData.idOf(source.data)),
          onDrag: ({ location }) => move(location.current.input.clientX, location.current.input.clientY),
          onDrop: ({ location }) => {
            const { input } = location.current;
            // `onDrag` comes once a frame, so a quick drop may be further than the last one.
            move(input.clientX, input.clientY);
            finish(drops.hasDropped());
          },
        }),
      ),
      withDrag(({ dropTargetForElements }) =>
        dropTargetForElements({ element, canDrop: ({ source }) => ticketData.is(source.data) }),
      ),
      withDrag(({ addTouchDrag }) =>
        addTouchDrag(element, {
          ticketAt: (target) =>
            (target instanceof Element && target.closest<HTMLElement>('[data-ticket][draggable="true"]')) ||
            undefined,
          start: (entry) => start(entry.dataset.ticket ?? ''),
          move,
          drop: () => finish(true),
          cancel: () => finish(false),
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
      drops.stop();
      scroll.stop();
    };
  }, [root, control]);
}

function pointAt(control: CalendarControl, x: number, y: number): void {
  const cell = elementAt(x, y, '[data-day]')?.dataset.day;
  if (cell === undefined) control.drag.leave();
  else control.drag.over({ cell, gap: 0, top: 0 });
}

const scrollerAt = (x: number, y: number) => elementAt(x, y, '.calendar-grid, .undated-tray-list') ?? null;
