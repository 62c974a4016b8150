import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot } from '../replica/index.ts';
import { Link, navigate } from '../router/index.ts';
import { refreshWorkspaces } from './workspace-queries.ts';
import './workspaces-screen.css';

/** `/workspaces` */
export function WorkspacesScreen() {
  const { workspaces, projects, me } = useBoot();
  const [open, setOpen] = useState(false);
  const texts = m.workspaces;
  return (
    <Screen
      title={texts.title}
      look="page"
      actions={
        <Button
          look="primary"
          icon="plus"
          disabled={me.role === 'VIEWER' ? m.projects.mayNotCreate : false}
          onClick={() => setOpen(true)}
        >
          {texts.create}
        </Button>
      }
    >
      <p className="workspaces-text">{texts.text}</p>
      <DataTable
        label={texts.title}
        rows={workspaces}
        rowKey={({ id }) => id}
        columns={[
          {
            title: texts.name,
            header: true,
            phone: 'main',
            cell: ({ id, name }) => (
              <Link to="/workspaces/$id" params={{ id }} className="workspaces-link">
                {name}
              </Link>
            ),
          },
          { title: texts.kind, cell: ({ kind }) => <Badge>{texts.kinds[kind]}</Badge> },
          {
            title: texts.projects,
            align: 'end',
            phone: 'hide',
            cell: ({ id }) => projects.filter(({ workspaceId }) => workspaceId === id).length,
          },
          { title: texts.role, phone: 'hide', cell: ({ role }) => texts.roles[role] },
        ]}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.create} size="small">
        <NewWorkspaceForm onClose={() => setOpen(false)} />
      </Dialog>
    </Screen>
  );
}

function NewWorkspaceForm({ onClose }: { onClose: () => void }) {
  const texts = m.workspaces;
  return (
    <Form
      label={texts.create}
      onSubmit={async (values) => {
        const { data } = await api.createWorkspace({ body: { name: textOf(values, 'name').trim() } });
        await refreshWorkspaces();
        await navigate({ to: '/workspaces/$id', params: { id: data.id } });
        showToast({ text: texts.created(data.name) });
      }}
    >
      <Field label={texts.name} name="name" required>
        <TextInput look="large" autoComplete="off" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        <Button type="submit" look="primary">
          {texts.createAction}
        </Button>
      </FormActions>
    </Form>
  );
}
