import { memo, useCallback } from 'react';
import { m } from '../../messages/index.ts';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import type { TicketStatus } from '../../parts/ticket-words.ts';
import type { NewTicket, ViewState } from '../../replica/index.ts';
import { BoardCell } from './board-cell.tsx';
import type { BoardControl } from './board-control.ts';
import { ColumnFailure } from './column-failure.tsx';
import { ColumnHead, type ColumnHeadProps } from './column-head.tsx';
import { QuickAdd } from './quick-add.tsx';
import './board-column.css';

interface BoardColumnProps extends Omit<ColumnHeadProps, 'count' | 'ids'> {
  control: BoardControl;
  status: TicketStatus;
  view: ViewState;
  canDrag: boolean;
  /** The fields of a new ticket on this board besides its title; undefined if the person may not create tickets. */
  newTicket: Omit<NewTicket, 'title' | 'status'> | undefined;
}

/** A status with its cards, on a board without swimlanes. Only columns that changed are drawn again. */
export const BoardColumn = memo(function BoardColumn({
  control,
  status,
  view,
  canDrag,
  newTicket,
  ...head
}: BoardColumnProps) {
  const { ids, total, state, loadMore } = view;
  // The view is a new object after each change, but its function stays the same.
  const onNearEnd = useCallback(() => loadMore(), [loadMore]);
  const label = useStatusLabel()(status);
  return (
    <section className="board-column" data-status={status}>
      <ColumnHead {...head} status={status} count={total} ids={ids} />
      {state === 'failed' ? (
        <ColumnFailure retry={loadMore} />
      ) : state === 'loading' && ids.length === 0 ? (
        <Skeleton look="card" rows={3} className="board-column-loading" />
      ) : (
        <BoardCell
          control={control}
          status={status}
          swimlane={undefined}
          ids={ids}
          label={label}
          canDrag={canDrag}
          onNearEnd={onNearEnd}
        />
      )}
      {newTicket && <QuickAdd status={status} fields={newTicket} label={m.board.addTo(label)} />}
    </section>
  );
});
