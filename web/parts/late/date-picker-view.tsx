import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { MonthGrid } from '../controls/month-grid.tsx';
import { parseDateText } from '../dates/date-text.ts';
import { addDays, type Day, formatLongDate, formatWeekday, today, weekdayOf } from '../dates/dates.ts';
import { Icon } from '../icons/icon.tsx';

interface DatePickerViewProps {
  label: string;
  value: Day | undefined;
  min: Day | undefined;
  max: Day | undefined;
  onChange: (day: Day | null) => void;
}

export function DatePickerView({ label, value, min, max, onChange }: DatePickerViewProps) {
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
