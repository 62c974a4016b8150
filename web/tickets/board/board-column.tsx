import { memo, useCallback } from 'react';
import { m } from '../../messages/index.ts';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import type { NewTicket, ViewState } from '../../replica/index.ts';
import type { CardPart } from '../ticket-search.ts';
import { BoardCell } from './board-cell.tsx';
import type { BoardControl } from './board-control.ts';
import { ColumnFailure } from './column-failure.tsx';
import { ColumnHead, type ColumnHeadProps } from './column-head.tsx';
import { QuickAdd } from './quick-add.tsx';
import './board-column.css';

interface BoardColumnProps extends Omit<ColumnHeadProps, 'count' | 'ids'> {
  control: BoardControl;
  isManual: boolean;
  view: ViewState;
  canDrag: boolean;
  cards: readonly CardPart[];
  /** The fields of a new ticket in this column besides its title; undefined if the person may not create tickets. */
  newTicket: Omit<NewTicket, 'title'> | undefined;
}

/** The cards with one value, on a board without swimlanes. Only columns that changed are drawn again. */
export const BoardColumn = memo(function BoardColumn({
  control,
  view,
  isManual,
  canDrag,
  cards,
  newTicket,
  ...head
}: BoardColumnProps) {
  const { ids, total, state, loadMore } = view;
  const { value, name, field } = head;
  // The view is a new object after each change, but its function stays the same.
  const onNearEnd = useCallback(() => loadMore(), [loadMore]);
  return (
    <section className="board-column" data-status={field === 'status' ? value : undefined}>
      <ColumnHead {...head} count={total} ids={ids} />
      {state === 'failed' ? (
        <ColumnFailure retry={loadMore} />
      ) : state === 'loading' && ids.length === 0 ? (
        <Skeleton look="card" rows={3} className="board-column-loading" />
      ) : (
        <BoardCell
          control={control}
          value={value}
          isManual={isManual}
          swimlane={undefined}
          ids={ids}
          label={name}
          canDrag={canDrag}
          cards={cards}
          onNearEnd={onNearEnd}
        />
      )}
      {newTicket && (
        <QuickAdd
          column={value}
          fields={newTicket}
          first={isManual ? ids[0] : undefined}
          label={m.board.addTo(name)}
        />
      )}
    </section>
  );
});
