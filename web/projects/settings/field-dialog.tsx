import { useState } from 'react';
import type { OwnField } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { OwnFieldInput } from '../own-field-input.tsx';
import { projectsKey } from '../project-queries.ts';

const types = ['text', 'number', 'date', 'select', 'multi_select', 'person', 'url', 'checkbox'] as const;
const grey = '#8b949e';

/** Edits a field, or makes one. */
export function openFieldDialog(projectId: string, field?: OwnField): void {
  const { edit, create } = m.projects.settings.fields;
  openDialog(
    { title: field ? edit : create, size: 'small' },
    <FieldForm field={field} projectId={projectId} />,
  );
}

interface Option {
  id?: string;
  name: string;
  color: string;
}

function FieldForm({ field, projectId }: { field: OwnField | undefined; projectId: string }) {
  const [type, setType] = useState<OwnField['type']>(field?.type ?? 'text');
  const [required, setRequired] = useState(field?.required ?? false);
  const [initial, setInitial] = useState(field?.default ?? null);
  const [options, setOptions] = useState<Option[]>(
    field?.options.filter(({ archived }) => !archived) ?? [{ name: '', color: grey }],
  );
  const texts = m.projects.settings.fields;
  const hasOptions = type === 'select' || type === 'multi_select';
  const given = options.filter(({ name }) => name.trim() !== '');
  const setOption = (index: number, patch: Partial<Option>) =>
    setOptions(options.map((option, at) => (at === index ? { ...option, ...patch } : option)));

  async function save(values: FormData) {
    const name = textOf(values, 'name').trim();
    const body = {
      name,
      description: textOf(values, 'description').trim() || null,
      required,
      // A new option has no id yet, so no default can name it.
      ...((field || !hasOptions) && { default: initial }),
      ...(hasOptions && {
        options: given.map(({ id, name, color }) => ({ ...(id && { id }), name, color })),
      }),
    };
    if (field) await api.updateField({ params: { id: projectId, fieldId: field.id }, body });
    else await api.createField({ params: { id: projectId }, body: { ...body, type } });
    await queryClient.invalidateQueries({ queryKey: projectsKey });
    showToast({ text: texts.saved(name) });
  }

  return (
    <Form onSubmit={save} submit={field ? texts.save : texts.createAction}>
      <Field label={m.words.name} name="name" required>
        <TextInput look="large" defaultValue={field?.name} maxLength={60} autoComplete="off" />
      </Field>
      {!field && (
        <SelectField
          label={texts.type}
          name="type"
          look="large"
          options={types.map((value) => ({ value, label: texts.types[value] }))}
          value={type}
          onChange={(next) => {
            setType(next);
            setInitial(null);
          }}
        />
      )}
      {hasOptions && (
        <Field label={texts.options} name="options">
          <div>
            {options.map((option, index) => (
              <span key={option.id ?? index} className="settings-row-actions">
                <input
                  type="color"
                  aria-label={`${m.words.colour}: ${option.name}`}
                  value={option.color}
                  onChange={({ target }) => setOption(index, { color: target.value })}
                />
                <TextInput
                  aria-label={`${texts.option} ${index + 1}`}
                  value={option.name}
                  maxLength={100}
                  onChange={({ target }) => setOption(index, { name: target.value })}
                />
                <IconButton
                  icon="close"
                  label={`${texts.removeOption}: ${option.name}`}
                  onClick={() => setOptions(options.filter((_, at) => at !== index))}
                />
              </span>
            ))}
            <Button
              icon="plus"
              look="quiet"
              onClick={() => setOptions([...options, { name: '', color: grey }])}
            >
              {texts.addOption}
            </Button>
          </div>
        </Field>
      )}
      <Field label={m.words.description} name="description" optional>
        <TextInput look="large" defaultValue={field?.description} maxLength={500} autoComplete="off" />
      </Field>
      {(field || !hasOptions) && (
        <Field label={texts.default} name="default" optional>
          <OwnFieldInput
            field={{ name: texts.default, type, options: field?.options ?? [], projectId, required }}
            value={initial}
            onChange={setInitial}
          />
        </Field>
      )}
      <Checkbox label={texts.required} hint={texts.requiredHint} checked={required} onChange={setRequired} />
    </Form>
  );
}
