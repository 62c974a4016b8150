import { useState } from 'react';
import type { Initiative } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Select } from '../../parts/controls/select.tsx';
import { TextArea } from '../../parts/controls/text-area.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { TextField } from '../../parts/forms/text-field.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useBoot } from '../../replica/index.ts';
import { navigate } from '../../router/index.ts';
import { changeInitiative, refreshInitiatives } from './initiative-queries.ts';

/** The workspaces in which the person may create initiatives, the shared ones first. */
export function useEditableWorkspaces() {
  const { workspaces, me } = useBoot();
  if (me.role === 'VIEWER') return [];
  return workspaces
    .filter(({ role }) => role === 'owner' || role === 'admin')
    .sort((a, b) => Number(a.kind === 'personal') - Number(b.kind === 'personal'));
}

/** The contents of the dialog for a new initiative. */
export function NewInitiativeForm() {
  const texts = m.initiatives;
  const workspaces = useEditableWorkspaces();
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.id ?? '');
  return (
    <Form
      onSubmit={async (values) => {
        const { data } = await api.createInitiative({ body: { workspaceId, ...fieldsOf(values) } });
        await refreshInitiatives();
        await navigate({ to: '/initiatives/$id', params: { id: data.id } });
        showToast({ text: texts.created(data.name) });
      }}
      submit={texts.createAction}
    >
      <TextFields />
      {workspaces.length > 1 && (
        <Field label={texts.workspace} name="workspaceId" hint={texts.workspaceHint}>
          <Select
            look="large"
            options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            value={workspaceId}
            onChange={setWorkspaceId}
          />
        </Field>
      )}
    </Form>
  );
}

export function EditInitiativeForm({ initiative }: { initiative: Initiative }) {
  return (
    <Form
      onSubmit={(values) => changeInitiative(initiative.id, fieldsOf(values))}
      submit={m.initiatives.save}
    >
      <TextFields {...initiative} />
    </Form>
  );
}

const TextFields = ({ name, description }: { name?: string; description?: string }) => (
  <>
    <TextField
      label={m.words.name}
      name="name"
      required
      look="large"
      maxLength={200}
      autoComplete="off"
      placeholder={m.initiatives.namePlaceholder}
      defaultValue={name}
    />
    <Field label={m.words.description} name="description" optional>
      <TextArea look="large" rows={4} maxLength={20_000} defaultValue={description} />
    </Field>
  </>
);

const fieldsOf = (values: FormData) => ({
  name: textOf(values, 'name').trim(),
  description: textOf(values, 'description').trim(),
});
