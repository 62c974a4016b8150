import { memo, useRef, useSyncExternalStore } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { dayOf, today } from '../../parts/dates/dates.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { PriorityIcon } from '../../parts/icons/priority-icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import { useRow } from '../../replica/index.ts';
import { useDraggableTicket } from '../drag/use-draggable-ticket.ts';
import type { CalendarControl } from './calendar-control.ts';
import './calendar-entry.css';

interface CalendarEntryProps {
  id: string;
  control: CalendarControl;
  canDrag: boolean;
  /** -1 on inactive days, which leave the tab order. */
  tabIndex: number;
}

/** A ticket on its day. An overdue one also has a warning sign, so that colour is not the only sign. */
export const CalendarEntry = memo(function CalendarEntry({
  id,
  control,
  canDrag,
  tabIndex,
}: CalendarEntryProps) {
  const row = useRow(id);
  const element = useRef<HTMLDivElement>(null);
  const isMoved = useSyncExternalStore(control.drag.subscribe, () => control.drag.isMoved(id));
  useDraggableTicket(element, id, canDrag && row !== undefined, control);
  if (!row) return null;
  const isDone = isClosed(row);
  const isOverdue = !isDone && row.dueDate !== null && dayOf(row.dueDate) < today();
  const name = row.key ? `${row.key} ${row.title}` : row.title;
  return (
    <div
      ref={element}
      className={classes(
        'calendar-entry',
        isDone && 'calendar-entry-closed',
        isOverdue && 'calendar-entry-overdue',
      )}
      data-ticket={id}
      data-moved={isMoved || undefined}
      draggable={canDrag || undefined}
    >
      {isOverdue ? <Icon name="warning" /> : <StatusIcon status={row.status} own={row.ownStatusId} />}
      <a
        className="calendar-entry-title clipped"
        href={`/t/${row.key ?? row.id}`}
        aria-label={isOverdue ? m.calendar.overdueEntry(name) : name}
        tabIndex={tabIndex}
        draggable={false}
        {...tooltipAttributes(name)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          control.actions.open(id);
        }}
      >
        {row.title}
      </a>
      {(row.priority === 'highest' || row.priority === 'high') && !isDone && (
        <PriorityIcon priority={row.priority} named />
      )}
      <button
        type="button"
        className="calendar-entry-menu"
        tabIndex={tabIndex}
        aria-label={m.board.actionsFor(row.key ?? row.title)}
        aria-haspopup="menu"
        onClick={(event) => control.actions.openMenu(id, event.currentTarget)}
      >
        <Icon name="more" />
      </button>
    </div>
  );
});
