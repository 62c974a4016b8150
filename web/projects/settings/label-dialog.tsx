import { useState } from 'react';
import type { Label } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { refreshProjects } from '../project-queries.ts';
import { type LabelColorName, labelColors, suggestColor } from './label-colors.ts';
import './label-dialog.css';

export interface LabelDialogProps {
  /** The label to edit, or a new one; undefined keeps the dialog closed. */
  label: Label | 'new' | undefined;
  workspaceId: string;
  takenColors: readonly string[];
  onClose: () => void;
}

export function LabelDialog({ label, onClose, ...rest }: LabelDialogProps) {
  const texts = m.projects.settings.labels;
  const isNew = label === 'new' || label === undefined;
  return (
    <Dialog
      open={label !== undefined}
      onClose={onClose}
      title={isNew ? texts.create : texts.edit}
      size="small"
    >
      <LabelForm {...rest} label={isNew ? undefined : label} onClose={onClose} />
    </Dialog>
  );
}

interface LabelFormProps extends Omit<LabelDialogProps, 'label'> {
  label: Label | undefined;
}

function LabelForm({ label, workspaceId, takenColors, onClose }: LabelFormProps) {
  const [color, setColor] = useState(label?.color ?? suggestColor(takenColors));
  const texts = m.projects.settings.labels;
  async function save(values: FormData) {
    const name = textOf(values, 'name').trim();
    if (label) await api.updateLabel({ params: { id: label.id }, body: { name, color } });
    else await api.createLabel({ body: { name, color, workspaceId } });
    await refreshProjects();
    onClose();
    showToast({ text: texts.saved(name) });
  }
  return (
    <Form label={label ? texts.edit : texts.create} onSubmit={save}>
      <Field label={texts.name} name="name" required>
        <TextInput look="large" defaultValue={label?.name} autoComplete="off" maxLength={50} />
      </Field>
      <ColorField color={color} onChange={setColor} />
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        <Button type="submit" look="primary">
          {label ? texts.save : texts.createAction}
        </Button>
      </FormActions>
    </Form>
  );
}

function ColorField({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const texts = m.projects.settings.labels;
  return (
    <fieldset className="label-colors">
      <legend>{texts.color}</legend>
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
