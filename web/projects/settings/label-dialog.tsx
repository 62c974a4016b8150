import { useState } from 'react';
import type { Label } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { refreshProjects } from '../project-queries.ts';
import { type LabelColorName, labelColors, suggestColor } from './label-colors.ts';
import './label-dialog.css';

interface LabelFormProps {
  /** Absent for a new one. */
  label: Label | undefined;
  workspaceId: string;
  takenColors: readonly string[];
}

export function openLabelDialog(workspaceId: string, takenColors: readonly string[], label?: Label): void {
  const { edit, create } = m.projects.settings.labels;
  openDialog(
    { title: label ? edit : create, size: 'small' },
    <LabelForm {...{ label, workspaceId, takenColors }} />,
  );
}

function LabelForm({ label, workspaceId, takenColors }: LabelFormProps) {
  const [color, setColor] = useState(label?.color ?? suggestColor(takenColors));
  const texts = m.projects.settings.labels;
  async function save(values: FormData) {
    const name = textOf(values, 'name').trim();
    if (label) await api.updateLabel({ params: { id: label.id }, body: { name, color } });
    else await api.createLabel({ body: { name, color, workspaceId } });
    await refreshProjects();
    showToast({ text: texts.saved(name) });
  }
  return (
    <Form onSubmit={save} submit={label ? texts.save : texts.createAction}>
      <Field label={m.words.name} name="name" required>
        <TextInput look="large" defaultValue={label?.name} autoComplete="off" maxLength={50} />
      </Field>
      <ColorField color={color} onChange={setColor} />
    </Form>
  );
}

export function ColorField({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const texts = m.projects.settings.labels;
  return (
    <fieldset className="label-colors">
      <legend>{m.words.colour}</legend>
      {(Object.keys(labelColors) as LabelColorName[]).map((name) => (
        <label key={name} className="label-color" {...tooltipAttributes(texts.colors[name])}>
          <input
            type="radio"
            name="palette"
            className="said"
            aria-label={texts.colors[name]}
            checked={color.toLowerCase() === labelColors[name]}
            onChange={() => onChange(labelColors[name])}
          />
          <span className="label-color-dot" style={{ background: labelColors[name] }} />
        </label>
      ))}
      <input
        type="color"
        className="label-color-custom"
        aria-label={texts.custom}
        {...tooltipAttributes(texts.custom)}
        value={color}
        onChange={(event) => onChange(event.target.value)}
      />
    </fieldset>
  );
}
