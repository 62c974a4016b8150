import { type RefObject, useMemo, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { useVirtualList } from '../../parts/virtual-list/use-virtual-list.ts';
import { holdStill } from '../../replica/index.ts';
import type { BoardField, CardPart } from '../ticket-search.ts';
import { BoardCell } from './board-cell.tsx';
import type { BoardControl } from './board-control.ts';
import { ColumnIcon } from './column-icon.tsx';
import { SwimlaneHead } from './swimlane-head.tsx';
import type { Swimlane, SwimlaneField } from './swimlanes.ts';
import type { BoardColumnState } from './use-board-columns.ts';
import './board-swimlanes.css';

const estimatedSwimlanePx = 220;

interface BoardSwimlanesProps {
  root: RefObject<HTMLDivElement | null>;
  control: BoardControl;
  swimlanes: readonly Swimlane[];
  field: SwimlaneField;
  boardBy: BoardField;
  columns: readonly BoardColumnState[];
  limits: Readonly<Record<string, number>>;
  canDrag: boolean;
  cards: readonly CardPart[];
  onNearEnd: (column: number) => void;
}

/** The board in swimlanes under common column heads. A swimlane is as high as its fullest cell, up to about four cards. */
export function BoardSwimlanes({
  root,
  control,
  swimlanes,
  field,
  boardBy,
  columns,
  limits,
  canDrag,
  cards,
  onNearEnd,
}: BoardSwimlanesProps) {
  const [closed, setClosed] = useState<ReadonlySet<string | null>>(new Set());
  const keys = useMemo(() => swimlanes.map(({ value }) => String(value)), [swimlanes]);
  const list = useVirtualList({ scroller: root, items: keys, itemPx: estimatedSwimlanePx, overscan: 1 });
  const toggle = (value: string | null) => {
    const next = new Set(closed);
    if (!next.delete(value)) next.add(value);
    setClosed(next);
  };
  return (
    <div className="board-swimlanes" ref={root} onPointerMove={holdStill}>
      <div className="board-swimlanes-heads">
        {columns.map(({ value, name, view: { total } }) => {
          const limit = limits[value];
          const isOver = limit !== undefined && total > limit;
          return (
            <div className="board-swimlanes-column-head" key={value}>
              <ColumnIcon field={boardBy} value={value} />
              <h2 className="column-head-name clipped">{name}</h2>
              <span className={classes('column-head-count figures', isOver && 'column-head-over')}>
                {limit === undefined ? total : m.board.countOfLimit(total, limit)}
              </span>
            </div>
          );
        })}
      </div>
      <div className="board-swimlanes-rows" style={{ height: list.totalPx }}>
        {list.drawn.map(({ index, start }) => {
          const swimlane = swimlanes[index];
          if (!swimlane) return null;
          return (
            <section
              key={keys[index]}
              ref={list.measure}
              data-index={index}
              className="board-swimlane"
              style={{ transform: `translateY(${start}px)` }}
            >
              <SwimlaneHead
                field={field}
                value={swimlane.value}
                count={swimlane.count}
                isOpen={!closed.has(swimlane.value)}
                onToggle={() => toggle(swimlane.value)}
              />
              {!closed.has(swimlane.value) && (
                <div className="board-swimlane-cells">
                  {columns.map(({ value, name, isManual }, column) => (
                    <BoardCell
                      key={value}
                      control={control}
                      value={value}
                      isManual={isManual}
                      swimlane={swimlane.value}
                      ids={swimlane.cells[column] ?? []}
                      label={name}
                      canDrag={canDrag}
                      cards={cards}
                      onNearEnd={() => onNearEnd(column)}
                    />
                  ))}
                </div>
              )}
            </section>
          );
        })}
      </div>
    </div>
  );
}
