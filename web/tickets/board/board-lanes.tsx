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
import { LaneHead } from './lane-head.tsx';
import type { Lane, LaneField } from './lanes.ts';
import './board-lanes.css';

const estimatedLanePx = 220;

interface BoardLanesProps {
  root: RefObject<HTMLDivElement | null>;
  control: BoardControl;
  lanes: readonly Lane[];
  field: LaneField;
  statuses: readonly TicketStatus[];
  totals: readonly number[];
  limits: Readonly<Partial<Record<TicketStatus, number>>>;
  canDrag: boolean;
  onNearEnd: (column: number) => void;
}

/** The board in swimlanes under common column heads. A swimlane is as high as its fullest cell, up to about four cards. */
export function BoardLanes({
  root,
  control,
  lanes,
  field,
  statuses,
  totals,
  limits,
  canDrag,
  onNearEnd,
}: BoardLanesProps) {
  const statusName = useStatusLabel();
  const [closed, setClosed] = useState<ReadonlySet<string | null>>(new Set());
  const keys = useMemo(() => lanes.map(({ value }) => String(value)), [lanes]);
  const list = useVirtualList({ scroller: root, items: keys, itemPx: estimatedLanePx, overscan: 1 });
  const toggle = (value: string | null) => {
    const next = new Set(closed);
    if (!next.delete(value)) next.add(value);
    setClosed(next);
  };
  return (
    <div className="board-lanes" ref={root} onPointerMove={holdStill}>
      <div className="board-lanes-heads">
        {statuses.map((status, index) => {
          const [total = 0, limit] = [totals[index], limits[status]];
          const isOver = limit !== undefined && total > limit;
          return (
            <div className="board-lanes-column-head" key={status}>
              <StatusIcon status={status} />
              <h2 className="column-head-name">{statusName(status)}</h2>
              <span className={classes('column-head-count figures', isOver && 'column-head-over')}>
                {limit === undefined ? total : m.board.countOfLimit(total, limit)}
              </span>
            </div>
          );
        })}
      </div>
      <div className="board-lanes-rows" style={{ height: list.totalPx }}>
        {list.drawn.map(({ index, start }) => {
          const lane = lanes[index];
          if (!lane) return null;
          return (
            <section
              key={keys[index]}
              ref={list.measure}
              data-index={index}
              className="board-lane"
              style={{ transform: `translateY(${start}px)` }}
            >
              <LaneHead
                field={field}
                value={lane.value}
                count={lane.count}
                isOpen={!closed.has(lane.value)}
                onToggle={() => toggle(lane.value)}
              />
              {!closed.has(lane.value) && (
                <div className="board-lane-cells">
                  {statuses.map((status, column) => (
                    <BoardCell
                      key={status}
                      control={control}
                      status={status}
                      lane={lane.value}
                      ids={lane.cells[column] ?? []}
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
