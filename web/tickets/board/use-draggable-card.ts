import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { type RefObject, useEffect } from 'react';
import { m } from '../../messages/index.ts';
import type { BoardControl } from './board-control.ts';
import { cardData } from './card-data.ts';

/** Lets a card be dragged by the mouse. */
export function useDraggableCard(
  element: RefObject<HTMLElement | null>,
  id: string,
  canDrag: boolean,
  control: BoardControl,
): void {
  useEffect(() => {
    const card = element.current;
    if (!card || !canDrag) return;
    return draggable({
      element: card,
      // Touch has its own drag after a long press.
      canDrag: () => lastPointer !== 'touch',
      getInitialData: () => cardData.of(id),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        const total = control.actions.takeAlong(id).length;
        if (total < 2) return;
        setCustomNativeDragPreview({
          nativeSetDragImage,
          render: ({ container }) => {
            const preview = document.createElement('div');
            preview.className = 'board-drag-count';
            preview.textContent = m.board.dragged(total);
            container.append(preview);
          },
        });
      },
    });
  }, [element, id, canDrag, control]);
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
