import { type RefObject, useEffect } from 'react';
import { elementAt } from '../drag/drop-target.ts';
import { useDropTarget } from '../drag/use-drop-target.ts';
import { setUpLate } from '../drag/with-drag.ts';
import { type CalendarControl, undatedCell } from './calendar-control.ts';

/** Handles drags of tickets from day to day, by mouse and touch. `root` contains the days and the tray. */
export function useDayDrag(root: RefObject<HTMLElement | null>, control: CalendarControl): void {
  useDropTarget(root);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return setUpLate(
      () => import('../drag/cell-drag.ts'),
      ({ setUpCellDrag }) =>
        setUpCellDrag(element, {
          control,
          idName: 'ticket',
          gapAt: (x, y) => {
            const cell = elementAt(x, y, '[data-day]')?.dataset.day;
            return cell === undefined ? undefined : { cell, gap: 0, top: 0 };
          },
          scrollersAt: (x, y) => ({
            x: null,
            y: elementAt(x, y, '.calendar-grid, .undated-tray-list') ?? null,
          }),
          drop: ([id], { cell }) => {
            if (id !== undefined) control.actions.drop(id, cell === undatedCell ? null : cell);
          },
        }),
    );
  }, [root, control]);
}
