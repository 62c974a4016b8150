import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useVirtualList } from '../../parts/virtual-list/use-virtual-list.ts';
import { useDropTarget } from '../drag/use-drop-target.ts';
import type { CardPart } from '../ticket-search.ts';
import { BoardCard } from './board-card.tsx';
import { type BoardControl, type BoardCell as Cell, cellId } from './board-control.ts';
import './board-cell.css';

const estimatedCardPx = 92;
const cardSpacingPx = 8;
/** The next page is loaded this many cards before the end. */
const loadAhead = 20;

/** The heights of cards, which are the same in every column and on the next board. */
const cardHeights = new Map<string, number>();

interface BoardCellProps extends Omit<Cell, 'isFolded'> {
  control: BoardControl;
  label: string;
  canDrag: boolean;
  cards: readonly CardPart[];
  onNearEnd: () => void;
}

/** The cards of a column, or of a column in a swimlane: a list that scrolls by itself and accepts drops. */
export function BoardCell({
  control,
  value,
  isManual,
  swimlane,
  ids,
  label,
  canDrag,
  cards,
  onNearEnd,
}: BoardCellProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = cellId(value, swimlane);
  const lineTop = useSyncExternalStore(control.drag.subscribe, () => control.drag.topIn(id));
  const activeIndex = useSyncExternalStore(control.active.subscribe, () =>
    control.active.id === undefined ? -1 : ids.indexOf(control.active.id),
  );
  const list = useVirtualList({
    scroller,
    items: ids,
    itemPx: estimatedCardPx,
    spacingPx: cardSpacingPx,
    heights: cardHeights,
    overscan: 4,
    // The active card is always drawn, because it must keep the tab stop and the focus.
    alsoDrawn: () => [activeIndex],
  });
  const isNearEnd = (list.drawn.at(-1)?.index ?? 0) >= ids.length - loadAhead;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    control.cells.set(id, {
      ...{ value, isManual, swimlane, ids, isFolded: false },
      element,
      spans: () => list.drawn,
      scrollTo: list.scrollTo,
    });
    return () => {
      control.cells.delete(id);
    };
  });
  useDropTarget(scroller);

  return (
    <div
      ref={scroller}
      className="board-cell"
      data-cell={id}
      data-over={lineTop === undefined ? undefined : ''}
    >
      <ul className="board-cell-cards" aria-label={label} style={{ height: list.totalPx }}>
        {list.drawn.map(({ index, start }) => (
          <li
            key={ids[index]}
            ref={list.measure}
            data-index={index}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            className="board-cell-place"
            style={{ transform: `translateY(${start}px)` }}
          >
            <BoardCard id={ids[index] ?? ''} control={control} canDrag={canDrag} cards={cards} />
          </li>
        ))}
      </ul>
      {lineTop !== undefined && (
        <div className="board-cell-line" style={{ transform: `translateY(${lineTop}px)` }} />
      )}
    </div>
  );
}
