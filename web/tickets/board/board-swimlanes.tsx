import { type RefObject, useMemo, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import type { TicketStatus } from '../../parts/ticket-words.ts';
import { useVirtualList } from '../../parts/virtual-list/use-virtual-list.ts';
import { holdStill } from '../../replica/index.ts';
import { BoardCell } from './board-cell.tsx';
import type { BoardControl } from './board-control.ts';
import { SwimlaneHead } from './swimlane-head.tsx';
import type { Swimlane, SwimlaneField } from './swimlanes.ts';
import './board-swimlanes.css';

const estimatedSwimlanePx = 220;

interface BoardSwimlanesProps {
  root: RefObject<HTMLDivElement | null>;
  control: BoardControl;
  swimlanes: readonly Swimlane[];
  field: SwimlaneField;
  statuses: readonly TicketStatus[];
  totals: readonly number[];
  limits: Readonly<Partial<Record<TicketStatus, number>>>;
  canDrag: boolean;
  onNearEnd: (column: number) => void;
}

/** The board in swimlanes under common column heads. A swimlane is as high as its fullest cell, up to about four cards. */
export function BoardSwimlanes({
  root,
  control,
  swimlanes,
  field,
  statuses,
  totals,
  limits,
  canDrag,
  onNearEnd,
}: BoardSwimlanesProps) {
  const statusName = useStatusLabel();
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
        {statuses.map((status, index) => {
          const [total = 0, limit] = [totals[index], limits[status]];
          const isOver = limit !== undefined && total > limit;
          return (
            <div className="board-swimlanes-column-head" key={status}>
              <StatusIcon status={status} />
              <h2 className="column-head-name clipped">{statusName(status)}</h2>
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
                  {statuses.map((status, column) => (
                    <BoardCell
                      key={status}
                      control={control}
                      status={status}
                      swimlane={swimlane.value}
                      ids={swimlane.cells[column] ?? []}
                      label={statusName(status)}
                      canDrag={canDrag}
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
