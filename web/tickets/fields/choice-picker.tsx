import { m } from '../../messages/index.ts';
import { ChoiceIcon } from '../../parts/icons/choice-icon.tsx';
import {
  statusPatch,
  statusValue,
  useOwnStatuses,
  useStatuses,
  useStatusLabel,
} from '../../parts/own-statuses.ts';
import { Picker } from '../../parts/popups/picker.tsx';
import { type ChoiceField, choiceLabel, choicesOf, isNullable } from '../../parts/ticket-words.ts';
import { changeField } from './change-field.ts';
import { fieldLabel } from './field-names.ts';
import { commonValue } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

export const noValue = 'none';

/** What a picker offers for a field with fixed values. */
export function useChoices(field: ChoiceField) {
  const [statuses, statusName] = [useStatuses(), useStatusLabel()];
  const values: readonly string[] = field === 'status' ? statuses : choicesOf(field);
  const optionOf = (id: string) => ({
    id,
    label: field === 'status' ? statusName(id) : choiceLabel(field, id === noValue ? null : id),
    before: <ChoiceIcon field={field} value={id} />,
  });
  return { optionOf, options: [...(isNullable(field) ? [noValue] : []), ...values].map(optionOf) };
}

/** The picker of a field with fixed values. */
export function ChoicePicker({ field, rows, ...anchor }: TicketPickerProps & { field: ChoiceField }) {
  const { options } = useChoices(field);
  const statuses = useOwnStatuses();
  const common = commonValue(rows, (row) => (field === 'status' ? statusValue(row) : row[field]));
  const label = fieldLabel(field);
  return (
    <Picker
      {...anchor}
      label={label}
      placeholder={`${m.fields.change(label)} …`}
      options={options}
      value={typeof common === 'object' ? (common.value ?? noValue) : undefined}
      onChange={(id) => {
        const choice = options.find((one) => one.id === id);
        if (!choice) return;
        const { status, type, choice: other } = m.fields.done;
        const patch =
          field === 'status' ? statusPatch(id, statuses, rows) : { [field]: id === noValue ? null : id };
        changeField(rows, patch, (what) => {
          if (field === 'status') return status(what, choice.label);
          return field === 'type' ? type(what, choice.label) : other(what, label, choice.label);
        });
      }}
    />
  );
}
