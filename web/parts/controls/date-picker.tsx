import type { ComponentProps } from 'react';
import type { Day } from '../dates/dates.ts';
import { getLateParts } from '../late.ts';
import { Popover } from '../popups/popover.tsx';
import type { AnchoredProps } from '../popups/use-anchored.ts';
import '../popups/picker.css';
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
        <Content
          label={label}
          value={value ?? undefined}
          min={min}
          max={max}
          onChange={(day) => {
            close();
            onChange(day);
            anchor.onPicked?.();
          }}
        />
      )}
    </Popover>
  );
}

function Content(props: ComponentProps<ReturnType<typeof getLateParts>['DatePickerView']>) {
  const { DatePickerView } = getLateParts();
  return <DatePickerView {...props} />;
}
