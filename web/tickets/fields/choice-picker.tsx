import type { ReactNode } from 'react';
import { m } from '../../messages/index.ts';
import { PriorityIcon } from '../../parts/icons/priority-icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { TypeIcon } from '../../parts/icons/type-icon.tsx';
import { useStatuses, useStatusLabel } from '../../parts/own-statuses.ts';
import { Picker } from '../../parts/popups/picker.tsx';
import {
  priorityLabel,
  type TicketStatus,
  ticketPriorities,
  ticketTypes,
  typeLabel,
} from '../../parts/ticket-words.ts';
import type { TicketPatch } from '../../replica/index.ts';
import { changeField } from './change-field.ts';
import { commonValue, stages } from './field-values.ts';
import type { TicketPickerProps } from './picker-props.ts';

export type ChoiceField = 'status' | 'priority' | 'type' | 'stage';

interface Choice {
  id: string;
  label: string;
  before?: ReactNode;
  patch: TicketPatch;
}

const choicesOf: Record<
  ChoiceField,
  (statuses: readonly TicketStatus[], statusName: (status: TicketStatus) => string) => Choice[]
> = {
  status: (statuses, statusName) =>
    statuses.map((status) => ({
      id: status,
      label: statusName(status),
      before: <StatusIcon status={status} />,
      patch: { status },
    })),
  priority: () =>
    ticketPriorities.map((priority) => ({
      id: priority,
      label: priorityLabel(priority),
      before: <PriorityIcon priority={priority} />,
      patch: { priority },
    })),
  type: () =>
    ticketTypes.map((type) => ({
      id: type,
      label: typeLabel(type),
      before: <TypeIcon type={type} />,
      patch: { type },
    })),
  stage: () => stages.map((stage) => ({ id: stage, label: m.fields.stages[stage], patch: { stage } })),
};

/** Status, priority, type and stage: a fixed list each. */
export function ChoicePicker({ field, rows, ...anchor }: TicketPickerProps & { field: ChoiceField }) {
  const choices = choicesOf[field](useStatuses(), useStatusLabel());
  const common = commonValue(rows, (row) => row[field]);
  return (
    <Picker
      {...anchor}
      label={m.fields[field]}
      placeholder={m.fields.search[field]}
      options={choices}
      value={typeof common === 'object' ? common.value : undefined}
      onChange={(id) => {
        const choice = choices.find((one) => one.id === id);
        if (choice) changeField(rows, choice.patch, (what) => m.fields.done[field](what, choice.label));
      }}
    />
  );
}
