import { m } from '../../messages/index.ts';
import { DatePicker } from '../../parts/controls/date-picker.tsx';
import { dayOf, formatDate } from '../../parts/dates/dates.ts';
import { changeField } from './change-field.ts';
import { commonValue } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

/** A due date is a day in the time zone of the person who sets it; the server stores its end. */
export function DueDatePicker({ rows, ...anchor }: TicketPickerProps) {
  const common = commonValue(rows, ({ dueDate }) => dueDate && dayOf(dueDate));
  return (
    <DatePicker
      {...anchor}
      label={m.fields.dueDate}
      value={typeof common === 'object' ? common.value : undefined}
      onChange={(day) =>
        changeField(rows, { dueDate: day }, (what) =>
          day ? m.fields.done.dueDate(what, formatDate(day)) : m.fields.done.notDue(what),
        )
      }
    />
  );
}
