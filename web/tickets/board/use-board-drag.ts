import { type RefObject, useEffect } from 'react';
import { setUpLate } from '../drag/with-drag.ts';
import type { BoardControl } from './board-control.ts';

/** Lets cards be dragged over the cells in `root`. The drag code is not in the first load. */
export function useBoardDrag(root: RefObject<HTMLElement | null>, control: BoardControl): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return setUpLate(
      () => import('./late.ts'),
      ({ setUpDrags }) => setUpDrags(element, control),
    );
  }, [root, control]);
}
