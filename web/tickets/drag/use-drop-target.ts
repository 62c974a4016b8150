import { type RefObject, useEffect } from 'react';
import { ticketData } from './ticket-data.ts';
import { withDrag } from './with-drag.ts';

/** Lets tickets be dropped on the element. */
export function useDropTarget(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    return withDrag(({ dropTargetForElements }) =>
      dropTargetForElements({ element, canDrop: ({ source }) => ticketData.is(source.data) }),
    );
  }, [target]);
}
