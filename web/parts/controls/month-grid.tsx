import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import {
  addDays,
  addMonths,
  type Day,
  firstWeekday,
  formatLongDate,
  formatMonth,
  today,
  weekdayNames,
  weekdayOf,
  weeksOf,
} from '../dates/dates.ts';
import { IconButton } from './icon-button.tsx';
import './month-grid.css';

export interface MonthGridProps {
  value: Day | undefined;
  onPick: (day: Day) => void;
  min?: Day | undefined;
  max?: Day | undefined;
}

/** A month of days. Arrows move by day and week, Page Up and Down by month, Home and End within the week. */
export function MonthGrid({ value, onPick, min, max }: MonthGridProps) {
  const [active, setActive] = useState(value ?? today());
  const grid = useRef<HTMLTableElement>(null);
  const isOut = (day: Day) => (min !== undefined && day < min) || (max !== undefined && day > max);

  function moveTo(day: Day) {
    setActive(day);
    // The day may belong to a month that is only drawn now.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    const inWeek = (weekdayOf(active) - firstWeekday() + 7) % 7;
    const moves: Record<string, Day> = {
      ArrowLeft: addDays(active, -1),
      ArrowRight: addDays(active, 1),
      ArrowUp: addDays(active, -7),
      ArrowDown: addDays(active, 7),
      Home: addDays(active, -inWeek),
      End: addDays(active, 6 - inWeek),
      PageUp: addMonths(active, event.shiftKey ? -12 : -1),
      PageDown: addMonths(active, event.shiftKey ? 12 : 1),
    };
    const to = moves[event.key];
    if (!to) return;
    event.preventDefault();
    moveTo(to);
  }

  const longNames = weekdayNames('long');
  return (
    <div className="month-grid">
      <div className="month-grid-head">
        <span className="month-grid-month" aria-live="polite">
          {formatMonth(active)}
        </span>
        <IconButton
          icon="chevron-left"
          label={m.parts.previousMonth}
          onClick={() => setActive(addMonths(active, -1))}
        />
        <IconButton
          icon="chevron-right"
          label={m.parts.nextMonth}
          onClick={() => setActive(addMonths(active, 1))}
        />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid, moved in by arrows
        role="grid"
        aria-label={formatMonth(active)}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weekdayNames().map((name, index) => (
              <th key={name} scope="col" abbr={longNames[index]}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={formatLongDate(day)}
                    aria-pressed={day === value}
                    aria-current={day === today() ? 'date' : undefined}
                    aria-disabled={isOut(day) || undefined}
                    className={classes(
                      'month-grid-day',
                      day === value && 'month-grid-day-picked',
                      day.slice(0, 7) !== active.slice(0, 7) && 'month-grid-day-outside',
                    )}
                    onClick={() => !isOut(day) && onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
