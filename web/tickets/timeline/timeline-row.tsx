import { memo, useRef, useSyncExternalStore } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { formatDay, formatDayWithin } from '../../parts/dates/dates.ts';
import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import { type TicketRow, usePerson, useRow } from '../../replica/index.ts';
import type { ActiveRow } from '../active-row.ts';
import { useActiveRowItem } from '../use-active-row.ts';
import { barOfTicket, moveDueOfBar } from './bar.ts';
import { datesOfTicket } from './bar-words.ts';
import { OffscreenButton } from './offscreen-button.tsx';
import { dayOfNumber } from './time-scale.ts';
import { TimelineBar } from './timeline-bar.tsx';
import type { TimelineControl } from './timeline-control.ts';
import './timeline-row.css';

/** What all rows of a timeline share; the same object until a part of it changes. */
export interface RowScale {
  from: number;
  px: number;
  today: number;
  first: number;
  last: number;
}

interface TimelineRowProps {
  id: string;
  rowIndex: number;
  start: number;
  active: ActiveRow;
  control: TimelineControl;
  scale: RowScale;
  canChange: boolean;
}

/** A ticket: its name, which stays visible, and its bar. */
export const TimelineRow = memo(function TimelineRow({
  id,
  rowIndex,
  start,
  active,
  control,
  scale,
  canChange,
}: TimelineRowProps) {
  const row = useRow(id);
  const element = useRef<HTMLDivElement>(null);
  const { isActive, rowProps } = useActiveRowItem(active, id, element);
  return (
    <div
      ref={element}
      role="row"
      className={classes('timeline-row', isActive && 'timeline-row-active')}
      aria-rowindex={rowIndex}
      data-id={id}
      style={{ transform: `translateY(${start}px)` }}
      {...rowProps}
    >
      {row && (
        <>
          <TicketName row={row} />
          <TicketDays row={row} control={control} scale={scale} canChange={canChange} />
        </>
      )}
    </div>
  );
});

function TicketName({ row }: { row: TicketRow }) {
  const person = usePerson(row.assigneeId);
  const name = row.key ? `${row.key} ${row.title}` : row.title;
  return (
    <div role="gridcell" className="timeline-name">
      <StatusIcon status={row.status} own={row.ownStatusId} />
      <span className="timeline-name-key figures" aria-hidden="true">
        {row.key}
      </span>
      <a
        className="timeline-name-title clipped"
        href={`/t/${row.key ?? row.id}`}
        aria-label={name}
        tabIndex={-1}
        draggable={false}
        {...tooltipAttributes(name)}
      >
        {row.title}
      </a>
      {person && (
        <span className="timeline-name-person" {...tooltipAttributes(person.name)}>
          <PersonAvatar person={person} />
        </span>
      )}
      <button
        type="button"
        className="timeline-name-menu"
        data-cell="more"
        tabIndex={-1}
        aria-label={m.board.actionsFor(row.key ?? row.title)}
        aria-haspopup="menu"
      >
        <Icon name="more" />
      </button>
    </div>
  );
}

interface TicketDaysProps {
  row: TicketRow;
  control: TimelineControl;
  scale: RowScale;
  canChange: boolean;
}

/** The bar of a ticket; also shown in the head of the group of its sub-tickets. */
export function TicketDays({ row, control, scale, canChange }: TicketDaysProps) {
  const { from, px, today, first, last } = scale;
  const drag = useSyncExternalStore(control.subscribe, () => control.dragOf(row.id));
  const own = barOfTicket(row, today);
  const bar = drag ? moveDueOfBar(own, drag.days) : own;
  const isDone = isClosed(row);
  const isOverdue = !drag && own.overdueFrom !== undefined;
  const look = isOverdue ? 'overdue' : row.status.replace('_', '-');
  return (
    <div role="gridcell" className="timeline-days">
      <span className="said">{datesOfTicket(row)}</span>
      <TimelineBar
        item={{ kind: 'ticket', id: row.id }}
        bar={bar}
        left={(day) => (day - from) * px}
        px={px}
        today={today}
        edges={canChange && !isDone ? ['end'] : []}
        isDragged={drag !== undefined}
        look={look}
        label={
          bar.isEndOpen ? undefined : (
            <span aria-hidden="true" className={classes(isOverdue && 'timeline-overdue')}>
              {isOverdue && <Icon name="warning" size="small" />}
              {isDone
                ? m.timeline.closed(formatDayWithin(dayOfNumber(bar.end)))
                : formatDay(dayOfNumber(bar.end))}
            </span>
          )
        }
      />
      <OffscreenButton bar={bar} first={first} last={last} control={control} name={row.key ?? row.title} />
    </div>
  );
}
