import { useState } from 'react';
import type { Workflow } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Select } from '../../parts/controls/select.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { statusLabel, type TicketStatus } from '../../parts/ticket-words.ts';
import { type LabelColorName, labelColors } from './label-colors.ts';
import { ColorField } from './label-dialog.tsx';

type Add = (input: { status: TicketStatus; name: string; color: string | null }) => Promise<void>;

/** Asks for a further status of the project. `statuses` are its present ones. */
export function openStatusDialog(statuses: Workflow['statuses'], add: Add): void {
  const { add: title, addText: text } = m.projects.settings.workflow;
  openDialog({ title, text, size: 'small' }, <StatusForm statuses={statuses} add={add} />);
}

function StatusForm({ statuses, add }: { statuses: Workflow['statuses']; add: Add }) {
  const [color, setColor] = useState<string>(labelColors.blue);
  const texts = m.projects.settings.workflow;
  const options = statuses
    .filter(({ id }) => !id)
    .map(({ status, name }) => ({ value: status, label: name ?? statusLabel(status) }));
  return (
    <Form
      submit={texts.add}
      onSubmit={(values) =>
        add({
          status: textOf(values, 'status') as TicketStatus,
          name: textOf(values, 'name').trim(),
          color,
        })
      }
    >
      <Field label={m.words.name} name="name" required>
        <TextInput look="large" autoComplete="off" maxLength={40} />
      </Field>
      <Field label={texts.countsAs} name="status">
        <Select look="large" defaultValue="in_review" options={options} />
      </Field>
      <ColorField color={color} onChange={setColor} />
    </Form>
  );
}

interface StatusColorProps {
  label: string;
  /** One of the six, or the id of an own status. */
  status: string;
  color: string | null;
  disabled: boolean;
  onChange: (color: string | null) => void;
}

const usual = 'usual';

/** The colour of a status: its icon opens the palette. */
export function StatusColor({ label, status, color, disabled, onChange }: StatusColorProps) {
  const names = m.projects.settings.labels.colors;
  const chosen = Object.entries(labelColors).find(([, one]) => one === color?.toLowerCase())?.[0];
  const dot = (background: string) => <span className="label-color-dot" style={{ background }} />;
  return (
    <Picker
      label={label}
      value={color === null ? usual : (chosen ?? null)}
      options={[
        { id: usual, label: m.projects.settings.workflow.usualColour },
        ...(Object.keys(labelColors) as LabelColorName[]).map((name) => ({
          id: name,
          label: names[name],
          before: dot(labelColors[name]),
        })),
      ]}
      onChange={(id) => onChange(id === usual ? null : labelColors[id as LabelColorName])}
      trigger={
        <button type="button" className="workflow-color" aria-label={label} disabled={disabled}>
          <StatusIcon status={status} />
        </button>
      }
    />
  );
}
