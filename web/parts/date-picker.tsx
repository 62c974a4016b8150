import { useState } from 'react';
import { m } from '../messages/index.ts';
import { parseDateText } from './date-text.ts';
import { addDays, type Day, formatLongDate, formatWeekday, today, weekdayOf } from './dates.ts';
import { Icon } from './icon.tsx';
import { MonthGrid } from './month-grid.tsx';
import { Popover } from './popover.tsx';
import type { AnchoredProps } from './use-anchored.ts';
import './picker.css';
import './date-picker.css';

export interface DatePickerProps extends AnchoredProps {
  /** The name of the field. */
  label: string;
  value: Day | null | undefined;
  /** Null clears the date. */
  onChange: (day: Day | null) => void;
  min?: Day;
  max?: Day;
}

/** A date by typing (“fri”, “12 dec”, “in 3 days”), from the usual ones, or in the month. */
export function DatePicker({ label, value, onChange, min, max, ...anchor }: DatePickerProps) {
  return (
    <Popover {...anchor} label={label} className="date-picker">
      {(close) => (
        <DatePickerContent
          label={label}
          value={value ?? undefined}
          min={min}
          max={max}
          onChange={(day) => {
            close();
            onChange(day);
          }}
        />
      )}
    </Popover>
  );
}

interface ContentProps {
  label: string;
  value: Day | undefined;
  min: Day | undefined;
  max: Day | undefined;
  onChange: (day: Day | null) => void;
}

function DatePickerContent({ label, value, min, max, onChange }: ContentProps) {
  const [text, setText] = useState('');
  const now = today();
  const typed = parseDateText(text, now);
  const nextMonday = addDays(now, 8 - weekdayOf(now));
  const shortcuts = [
    { name: m.parts.today, day: now },
    { name: m.parts.tomorrow, day: addDays(now, 1) },
    { name: m.parts.nextWeek, day: nextMonday },
  ].filter(({ day }) => (min === undefined || day >= min) && (max === undefined || day <= max));
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (typed) onChange(typed);
        }}
      >
        <input
          className="picker-input"
          type="text"
          aria-label={label}
          placeholder={m.parts.dateExample}
          value={text}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <p className="date-picker-typed" role="status">
        {typed ? formatLongDate(typed) : text.trim() ? m.parts.notADate : ''}
      </p>
      <ul className="date-picker-shortcuts">
        {shortcuts.map(({ name, day }) => (
          <li key={name}>
            <button type="button" className="picker-option" onClick={() => onChange(day)}>
              <span className="picker-option-text">{name}</span>
              <span className="picker-option-hint">{formatWeekday(day)}</span>
            </button>
          </li>
        ))}
        {value && (
          <li>
            <button type="button" className="picker-option" onClick={() => onChange(null)}>
              <Icon name="close" />
              <span className="picker-option-text">{m.parts.clearDate}</span>
            </button>
          </li>
        )}
      </ul>
      <div className="date-picker-month">
        <MonthGrid key={typed ?? 'none'} value={typed ?? value} min={min} max={max} onPick={onChange} />
      </div>
    </>
  );
}
