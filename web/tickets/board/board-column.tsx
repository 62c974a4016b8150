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
  /** What a new ticket of this board has besides its title; undefined where none may be made. */
  newTicket: Omit<NewTicket, 'title' | 'status'> | undefined;
}

/** A status with its cards, on a board without lanes. Only the columns that changed are drawn anew. */
export const BoardColumn = memo(function BoardColumn({
  control,
  status,
  view,
  canDrag,
  newTicket,
  ...head
}: BoardColumnProps) {
  const { ids, total, state, loadMore } = view;
  // The view is another object after each change, its function is the same.
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
          lane={undefined}
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
