import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { m } from '../../messages/index.ts';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { useDropTarget } from '../drag/use-drop-target.ts';
import type { BoardField } from '../ticket-search.ts';
import { type BoardControl, cellId } from './board-control.ts';
import { ColumnIcon } from './column-icon.tsx';
import type { BoardColumnState } from './use-board-columns.ts';

interface FoldedColumnProps {
  control: BoardControl;
  column: Pick<BoardColumnState, 'value' | 'name' | 'isManual'>;
  field: BoardField;
  ids: readonly string[];
  total: number;
  onUnfold: () => void;
}

/** A column as a strip. Cards dropped on it become its first. */
export function FoldedColumn({ control, column, field, ids, total, onUnfold }: FoldedColumnProps) {
  const element = useRef<HTMLDivElement>(null);
  const { value, name: label, isManual } = column;
  const id = cellId(value, undefined);
  const isOver = useSyncExternalStore(control.drag.subscribe, () => control.drag.topIn(id) !== undefined);
  useLayoutEffect(() => {
    if (!element.current) return;
    control.cells.set(id, {
      ...{ value, isManual, ids, swimlane: undefined, isFolded: true, element: element.current },
      spans: () => [],
      scrollTo: () => {},
    });
    return () => {
      control.cells.delete(id);
    };
  });
  useDropTarget(element);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside is the same for keys
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <section
      className="folded-column"
      ref={element}
      data-cell={id}
      data-over={isOver || undefined}
      onClick={onUnfold}
    >
      <button
        type="button"
        className="folded-column-button"
        aria-expanded="false"
        {...tooltipAttributes(m.board.unfold(label))}
      >
        <ColumnIcon field={field} value={value} />
        <span className="folded-column-name">{label}</span>
        <span className="figures">{total}</span>
      </button>
      <ul className="folded-column-list" aria-label={label} />
    </section>
  );
}
