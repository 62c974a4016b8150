import { type RefObject, useEffect, useState } from 'react';
import { m } from '../../messages/index.ts';
import type { BoardField } from '../ticket-search.ts';
import { ColumnIcon } from './column-icon.tsx';
import type { BoardColumnState } from './use-board-columns.ts';
import './column-dots.css';

interface ColumnDotsProps {
  /** The element that contains the columns and scrolls sideways. */
  scroller: RefObject<HTMLElement | null>;
  field: BoardField;
  columns: readonly Pick<BoardColumnState, 'value' | 'name' | 'view'>[];
}

/** On a phone one column is visible at a time: shows which one, and leads to the others. */
export function ColumnDots({ scroller, field, columns }: ColumnDotsProps) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => setShown(columnAt(element));
    onScroll();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  return (
    <nav className="column-dots" aria-label={m.board.columns}>
      {columns.map(({ value, name, view: { total } }, index) => (
        <button
          key={value}
          type="button"
          className="column-dot"
          aria-label={m.board.columnWithCount(name, total)}
          aria-current={index === shown || undefined}
          onClick={() =>
            scroller.current?.children[index]?.scrollIntoView({ inline: 'center', block: 'nearest' })
          }
        >
          <ColumnIcon field={field} value={value} />
        </button>
      ))}
    </nav>
  );
}

/** The column whose middle is nearest to the middle of the visible part. */
function columnAt(scroller: HTMLElement): number {
  const middle = scroller.scrollLeft + scroller.clientWidth / 2;
  const distances = [...scroller.children].map((column) =>
    column instanceof HTMLElement
      ? Math.abs(column.offsetLeft - scroller.offsetLeft + column.offsetWidth / 2 - middle)
      : Number.POSITIVE_INFINITY,
  );
  return distances.indexOf(Math.min(...distances));
}
