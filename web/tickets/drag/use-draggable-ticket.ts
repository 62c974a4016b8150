import { type RefObject, useEffect } from 'react';
import { m } from '../../messages/index.ts';
import { ticketData } from './ticket-data.ts';
import { withDrag } from './with-drag.ts';
import './ticket-drag.css';

/** The owner of the dragged tickets: selected tickets are dragged together. */
interface DragSource {
  actions: { takeAlong(id: string): readonly string[] };
}

/**
 * Lets the element of a ticket, which has `draggable`, be dragged by mouse. It is set up at the press: doing so for
 * every drawn card would make the browser compute the styles of the board again.
 */
export function useDraggableTicket(
  element: RefObject<HTMLElement | null>,
  id: string,
  canDrag: boolean,
  source: DragSource,
): void {
  useEffect(() => {
    const card = element.current;
    if (!card || !canDrag) return;
    let end: (() => void) | undefined;
    const setUp = () => {
      end ??= withDrag(setUpDrag);
    };
    const setUpDrag: Parameters<typeof withDrag>[0] = ({ draggable, setCustomNativeDragPreview }) =>
      draggable({
        element: card,
        // Touch has its own drag after a long press.
        canDrag: () => lastPointer !== 'touch',
        getInitialData: () => ticketData.of(id),
        onGenerateDragPreview: ({ nativeSetDragImage }) => {
          const total = source.actions.takeAlong(id).length;
          if (total < 2) return;
          setCustomNativeDragPreview({
            nativeSetDragImage,
            render: ({ container }) => {
              const preview = document.createElement('div');
              preview.className = 'ticket-drag-count';
              preview.textContent = m.board.dragged(total);
              container.append(preview);
            },
          });
        },
      });
    card.addEventListener('pointerdown', setUp, { passive: true });
    return () => {
      card.removeEventListener('pointerdown', setUp);
      if (!end) return;
      end();
      // The library removes the attribute.
      card.draggable = true;
    };
  }, [element, id, canDrag, source]);
}

let lastPointer = 'mouse';
if (typeof document !== 'undefined') {
  document.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      lastPointer = pointerType;
    },
    { capture: true, passive: true },
  );
}
