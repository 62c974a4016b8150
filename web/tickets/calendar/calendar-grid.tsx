import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { addDays, addMonths, type Day, weekdayNames } from '../../parts/dates/dates.ts';
import type { NewTicket } from '../../replica/index.ts';
import { openNewTicket } from '../new-ticket/new-ticket-state.ts';
import type { CalendarControl } from './calendar-control.ts';
import { CalendarDay } from './calendar-day.tsx';
import { dayStep } from './calendar-days.ts';
import './calendar-grid.css';

interface CalendarGridProps {
  label: string;
  weeks: readonly Day[][];
  span: 'month' | 'week';
  activeDay: Day;
  onActiveDay: (day: Day) => void;
  byDay: ReadonlyMap<Day, readonly string[]>;
  control: CalendarControl;
  canChange: boolean;
  newTicket: Omit<NewTicket, 'title' | 'status'> | undefined;
}

const none: readonly string[] = [];

/**
 * The days. On a day, the arrows go to other days and Enter goes to its tickets. On a ticket, the arrows go to the next
 * one, Shift and the arrows move its due date, and Escape goes back to the day.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, weeks, span, activeDay, onActiveDay, byDay, control, canChange, newTicket } = props;
  const grid = useRef<HTMLDivElement>(null);
  /** The day or ticket that gets the focus once it is drawn. */
  const wanted = useRef<string>(undefined);
  // Before the next key: it is meant for the day that has the focus then.
  useLayoutEffect(() => {
    const target =
      wanted.current === undefined ? null : grid.current?.querySelector<HTMLElement>(wanted.current);
    if (!target) return;
    target.focus();
    wanted.current = undefined;
  });

  // On a phone a week is higher than the screen.
  const firstDay = weeks[0]?.[0];
  useEffect(() => {
    if (firstDay !== undefined) {
      grid.current?.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest' });
    }
  }, [firstDay]);

  const goTo = (day: Day) => {
    wanted.current = `[data-day="${day}"]`;
    onActiveDay(day);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const ticket = event.target.closest('[data-ticket]')?.getAttribute('data-ticket');
    const isDone = ticket ? onTicketKey(event, event.target, ticket) : onDayKey(event);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };

  function onDayKey({ key, target, shiftKey }: KeyboardEvent): boolean {
    const step = dayStep(key);
    if (step !== undefined && !shiftKey) goTo(addDays(activeDay, step));
    else if (key === 'PageUp' || key === 'PageDown') goTo(addMonths(activeDay, key === 'PageUp' ? -1 : 1));
    else if (key === 'Enter' && target instanceof HTMLElement && target.dataset.day !== undefined) {
      target.querySelector<HTMLElement>('a')?.focus();
    } else return false;
    return true;
  }

  function onTicketKey({ key, shiftKey }: KeyboardEvent, target: HTMLElement, id: string): boolean {
    const step = dayStep(key);
    const day = target.closest<HTMLElement>('[role="gridcell"]');
    if (step !== undefined && shiftKey) {
      if (!canChange) return false;
      const next = addDays(activeDay, step);
      wanted.current = `[data-day="${next}"] [data-ticket="${CSS.escape(id)}"] a`;
      control.actions.drop(id, next);
      onActiveDay(next);
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const links = [...(day?.querySelectorAll<HTMLElement>('a') ?? [])];
      const index = links.findIndex(
        (link) => link.closest('[data-ticket]')?.getAttribute('data-ticket') === id,
      );
      links[index + (key === 'ArrowUp' ? -1 : 1)]?.focus();
    } else if (step !== undefined) goTo(addDays(activeDay, step));
    else if (key === 'Escape') day?.focus();
    else return false;
    return true;
  }

  const longNames = weekdayNames('long');
  return (
    <div
      ref={grid}
      role="grid"
      className={`calendar-grid calendar-grid-${span}`}
      aria-label={label}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {span === 'month' && (
        <div role="row" className="calendar-weekdays">
          {weekdayNames().map((name, index) => (
            <div key={name} role="columnheader" className="calendar-weekday" aria-label={longNames[index]}>
              {name}
            </div>
          ))}
        </div>
      )}
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="calendar-week">
          {week.map((day) => (
            <CalendarDay
              key={day}
              day={day}
              ids={byDay.get(day) ?? none}
              control={control}
              canDrag={canChange}
              isActive={day === activeDay}
              isOutside={span === 'month' && day.slice(0, 7) !== activeDay.slice(0, 7)}
              isWhole={span === 'week'}
              onFocus={() => {
                // A day of the next month stays in place until a key goes to it.
                if (day !== activeDay && day.slice(0, 7) === activeDay.slice(0, 7)) onActiveDay(day);
              }}
              onAdd={newTicket && (() => openNewTicket({ ...newTicket, dueDate: day }))}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
