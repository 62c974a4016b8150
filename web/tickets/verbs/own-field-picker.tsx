import { useState } from 'react';
import type { OwnField } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { DatePicker } from '../../parts/controls/date-picker.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { type OwnFieldValue, useAssignable } from '../../projects/index.ts';
import { changeTickets, type TicketRow } from '../../replica/index.ts';
import { whatOf } from '../fields/change-field.ts';
import { commonValue } from '../fields/field-values.ts';
import type { TicketPickerProps } from '../fields/picker-props.ts';
import { ownValueText, useOwnFieldsOf } from '../list/own-columns.ts';

const none = 'none';

/** The picker of an own field: its choices, or what is typed. */
export function OwnFieldPicker({ id, ...props }: TicketPickerProps & { id: string }) {
  const field = useOwnFieldsOf(props.rows).find((one) => one.id === id);
  if (!field) return null;
  if (field.type === 'date') return <OwnDatePicker field={field} {...props} />;
  if (field.type === 'multi_select') return <OwnOptionsPicker field={field} {...props} />;
  return <OwnValuePicker field={field} {...props} />;
}

type OwnPickerProps = TicketPickerProps & { field: OwnField };

function OwnDatePicker({ field, rows, ...anchor }: OwnPickerProps) {
  const value = commonOwnValue(rows, field);
  return (
    <DatePicker
      {...anchor}
      label={field.name}
      value={typeof value === 'string' ? value.slice(0, 10) : null}
      onChange={(day) => setOwnField(rows, field, day)}
    />
  );
}

function OwnOptionsPicker({ field, rows, ...anchor }: OwnPickerProps) {
  const chosen = (row: TicketRow) => [row.fields?.[field.id] ?? []].flat() as string[];
  const offered = field.options.filter(({ archived }) => !archived);
  const value = offered.map(({ id }) => id).filter((id) => rows.every((row) => chosen(row).includes(id)));
  return (
    <Picker
      {...anchor}
      multiple
      label={field.name}
      placeholder={`${m.fields.change(field.name)} …`}
      options={offered.map(({ id, name }) => ({ id, label: name }))}
      value={value}
      onChange={(ids) => {
        const toggled = offered.find(({ id }) => ids.includes(id) !== value.includes(id))?.id;
        if (toggled === undefined) return;
        setOwnField(rows, field, (row) => {
          const left = chosen(row).filter((id) => id !== toggled);
          return ids.includes(toggled) ? [...left, toggled] : left;
        });
      }}
    />
  );
}

function OwnValuePicker({ field, rows, ...anchor }: OwnPickerProps) {
  const [text, setText] = useState('');
  const people = useAssignable(field.type === 'person' ? field.projectId : undefined);
  const value = commonOwnValue(rows, field);
  const typed = text.trim();
  const choices = choicesOf(field, people);
  const options = choices ?? typedValues(field, typed);
  const noValue = !field.required && (choices || typed === '');
  return (
    <Picker
      {...anchor}
      label={field.name}
      placeholder={`${m.fields.change(field.name)} …`}
      options={[
        ...(noValue
          ? [{ id: none, label: m.projects.settings.fields.noValue, before: <Icon name="minus" /> }]
          : []),
        ...options,
      ]}
      {...(!choices && { onSearch: setText })}
      value={value === undefined ? undefined : value === null ? none : String(value)}
      onChange={(id) => setOwnField(rows, field, id === none ? null : parseChoice(field, id))}
    />
  );
}

/** The values that can be chosen; undefined if one is typed. */
function choicesOf({ type, options }: OwnField, people: readonly { id: string; name: string }[]) {
  const named = ({ id, name }: { id: string; name: string }) => ({ id, label: name });
  if (type === 'select') return options.filter(({ archived }) => !archived).map(named);
  if (type === 'person') return people.map(named);
  if (type === 'checkbox')
    return [named({ id: 'true', name: m.arrange.yes }), named({ id: 'false', name: m.arrange.no })];
  return undefined;
}

function typedValues({ type }: OwnField, typed: string) {
  const number = typed.replace(',', '.');
  const isValue =
    type === 'number' ? /^-?\d+(\.\d+)?$/.test(number) : type === 'url' ? URL.canParse(typed) : typed !== '';
  return isValue
    ? [{ id: type === 'number' ? number : typed, label: typed, before: <Icon name="check" /> }]
    : [];
}

function parseChoice({ type }: OwnField, text: string): OwnFieldValue {
  if (type === 'number') return Number(text);
  return type === 'checkbox' ? text === 'true' : text;
}

/** The value that all tickets have, null for none; undefined if they differ. */
function commonOwnValue(rows: readonly TicketRow[], { id }: OwnField): OwnFieldValue | null | undefined {
  const common = commonValue(rows, ({ fields }) => (fields?.[id] ?? null) as OwnFieldValue | null);
  return typeof common === 'object' ? common.value : undefined;
}

type NewValue = OwnFieldValue | null;

function setOwnField(
  rows: readonly TicketRow[],
  field: OwnField,
  value: NewValue | ((row: TicketRow) => NewValue),
): void {
  const text =
    typeof value === 'function'
      ? undefined
      : value === false
        ? m.arrange.no
        : ownValueText(field, value) || m.projects.settings.fields.noValue;
  changeTickets(
    rows.map(({ id }) => id),
    (row) => ({ fields: { [field.id]: typeof value === 'function' ? value(row) : value } }),
    text === undefined ? m.ticket.ownSaved(field.name) : m.ticket.ownSet(whatOf(rows), field.name, text),
  );
}
