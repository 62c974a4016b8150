import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { textOf } from '../parts/form-values.ts';
import { Screen } from '../parts/screen.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { showToast } from '../parts/toasts.ts';
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
