import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/index.ts';
import { suggestKey } from '../auth/index.ts';
import { m } from '../messages/index.ts';
import { Select } from '../parts/controls/select.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot, useMe } from '../replica/index.ts';
import { navigate } from '../router/index.ts';
import { visibilityOptions } from './project-options.ts';
import { demoTeamQuery, refreshProjects } from './project-queries.ts';
import './new-project-dialog.css';

export function NewProjectDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.projects.newProject}>
      <NewProjectForm onClose={onClose} />
    </Dialog>
  );
}

function NewProjectForm({ onClose }: { onClose: () => void }) {
  const { workspaces } = useBoot();
  const [name, setName] = useState('');
  const [typedKey, setTypedKey] = useState<string>();
  const [visibility, setVisibility] = useState<'private' | 'public'>('private');
  const key = typedKey ?? suggestKey(name);
  const texts = m.projects.form;
  // Suggests a shared workspace, because the projects of a team belong together. The personal workspace is for what
  // nobody else sees.
  // Never that of the demo team, which is removed with it.
  const { role } = useMe();
  const { data: demo } = useQuery({ ...demoTeamQuery, enabled: role === 'ADMIN' });
  const own = workspaces.filter(({ id }) => id !== demo?.workspaceId);
  const usual = own.find(({ kind }) => kind === 'shared') ?? own[0];
  const [chosen, setChosen] = useState<string>();

  async function create(values: FormData) {
    const description = textOf(values, 'description').trim();
    const workspaceId = textOf(values, 'workspaceId');
    const { data: project } = await api.createProject({
      body: {
        name: textOf(values, 'name'),
        visibility,
        ...(key && { key }),
        ...(description && { description }),
        ...(workspaceId && { workspaceId }),
      },
    });
    await refreshProjects();
    await navigate({ to: '/p/$key/board', params: { key: project.key } });
    showToast({ text: texts.created(project.name) });
  }

  return (
    <Form label={m.projects.newProject} onSubmit={create} submit={texts.create} onCancel={onClose}>
      <div className="new-project-names">
        <Field label={texts.name} name="name" required>
          <TextInput
            look="large"
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={texts.key} name="key">
          <TextInput
            look="large"
            value={key}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTypedKey(event.target.value.toUpperCase())}
          />
        </Field>
      </div>
      <p className="new-project-hint">{texts.keyHint(key)}</p>
      <Field label={m.words.visibility} name="visibility" hint={m.projects.visibilityHint[visibility]}>
        <Select look="large" options={visibilityOptions()} value={visibility} onChange={setVisibility} />
      </Field>
      {workspaces.length > 1 && (
        <Field label={texts.workspace} name="workspaceId" hint={texts.workspaceHint}>
          <Select
            look="large"
            options={workspaces.map(({ id, name: label }) => ({ value: id, label }))}
            value={chosen ?? usual?.id ?? ''}
            onChange={setChosen}
          />
        </Field>
      )}
      <Field label={m.words.description} name="description" optional>
        <TextArea look="large" rows={2} />
      </Field>
    </Form>
  );
}
