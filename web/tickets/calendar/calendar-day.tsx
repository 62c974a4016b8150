import { useSyncExternalStore } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { type Day, formatLongDate, formatWeekday, today } from '../../parts/dates/dates.ts';
import { Popover } from '../../parts/popups/popover.tsx';
import type { CalendarControl } from './calendar-control.ts';
import { CalendarEntry } from './calendar-entry.tsx';

const entriesShown = 4;
/** Up to this number of tickets on a day, titles have two lines. */
const entriesWithTwoLines = 2;

interface CalendarDayProps {
  day: Day;
  /** The tickets that are due on the day. */
  ids: readonly string[];
  control: CalendarControl;
  canDrag: boolean;
  isActive: boolean;
  /** True if the day belongs to the previous or next month. */
  isOutside: boolean;
  /** True if all tickets are shown instead of four. */
  isWhole: boolean;
  onFocus: () => void;
  /** Undefined if the person may not create tickets. */
  onAdd: (() => void) | undefined;
}

/** A day with the tickets that are due on it. */
export function CalendarDay({
  day,
  ids,
  control,
  canDrag,
  isActive,
  isOutside,
  isWhole,
  onFocus,
  onAdd,
}: CalendarDayProps) {
  const isOver = useSyncExternalStore(control.drag.subscribe, () => control.drag.topIn(day) !== undefined);
  const isToday = day === today();
  // The line that says how many more there are takes the place of one ticket.
  const shown = isWhole || ids.length <= entriesShown ? ids : ids.slice(0, entriesShown - 1);
  const hidden = ids.length - shown.length;
  const tabIndex = isActive ? 0 : -1;
  const entry = (id: string) => (
    <li key={id}>
      <CalendarEntry id={id} control={control} canDrag={canDrag} tabIndex={tabIndex} />
    </li>
  );
  return (
    <div
      role="gridcell"
      className={classes(
        'calendar-day',
        isOutside && 'calendar-day-outside',
        isToday && 'calendar-day-today',
        ids.length <= entriesWithTwoLines && 'calendar-day-roomy',
      )}
      data-day={day}
      data-over={isOver || undefined}
      tabIndex={tabIndex}
      aria-current={isToday ? 'date' : undefined}
      onFocus={onFocus}
    >
      <div className="calendar-day-head">
        <span className="said">{m.calendar.day(formatLongDate(day), ids.length)}</span>
        <span className="calendar-day-number figures" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span className="calendar-day-name" aria-hidden="true">
          {formatWeekday(day)}
        </span>
        {onAdd && (
          <IconButton
            icon="plus"
            className="calendar-day-add"
            label={m.calendar.addOn(formatLongDate(day))}
            tabIndex={tabIndex}
            onClick={onAdd}
          />
        )}
      </div>
      {shown.length > 0 && <ul className="calendar-day-tickets">{shown.map(entry)}</ul>}
      {hidden > 0 && (
        <Popover
          label={formatLongDate(day)}
          trigger={
            <button
              type="button"
              className="calendar-day-more"
              tabIndex={tabIndex}
              aria-label={m.calendar.moreTickets(hidden)}
            >
              {m.calendar.more(hidden)}
            </button>
          }
        >
          <div className="calendar-day-all" data-day={day}>
            <h3 className="calendar-day-all-name">{formatLongDate(day)}</h3>
            <ul className="calendar-day-tickets">
              {ids.map((id) => (
                <li key={id}>
                  <CalendarEntry id={id} control={control} canDrag={canDrag} tabIndex={0} />
                </li>
              ))}
            </ul>
          </div>
        </Popover>
      )}
    </div>
  );
}
