import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { changeField } from '../fields/change-field.ts';
import { commonValue } from '../fields/field-values.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';

const none = 'none';
const usual = ['1', '2', '3', '5', '8', '13', '21'];
const estimateMax = 100_000;

/** An estimate in the unit of the project: one of the usual numbers, or any that is typed. */
export function EstimatePicker({ rows, ...anchor }: TicketPickerProps) {
  const [text, setText] = useState('');
  const common = commonValue(rows, ({ estimate }) => estimate);
  const value = typeof common === 'object' ? common.value : undefined;
  const typed = text.trim().replace(',', '.');
  const numbers = typed === '' ? usual : isEstimate(typed) ? [String(Number(typed))] : [];
  const options = [
    ...(typed === '' ? [{ id: none, label: m.ticket.noEstimate, before: <Icon name="minus" /> }] : []),
    ...numbers.map((id) => ({ id, label: id, before: <Icon name="chart" /> })),
  ];
  return (
    <Picker
      {...anchor}
      label={m.verbs.estimate}
      placeholder={m.verbs.estimatePlaceholder}
      options={options}
      onSearch={setText}
      value={value === undefined ? undefined : value === null ? none : String(value)}
      onChange={(id) =>
        changeField(rows, { estimate: id === none ? null : Number(id) }, (what) =>
          m.ticket.estimated(what, id === none ? m.ticket.noEstimate : id),
        )
      }
    />
  );
}

/** At most two decimals, as the server stores it. */
const isEstimate = (text: string) => /^\d{1,6}(\.\d{1,2})?$/.test(text) && Number(text) <= estimateMax;
