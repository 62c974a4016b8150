import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot } from '../replica/index.ts';
import { Link, navigate } from '../router/index.ts';
import { refreshWorkspaces } from './workspace-queries.ts';
import './workspaces-screen.css';

/** `/workspaces` */
export function WorkspacesScreen() {
  const { workspaces, projects, me } = useBoot();
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
          onClick={() => openDialog({ title: texts.create, size: 'small' }, <NewWorkspaceForm />)}
        >
          {texts.create}
        </Button>
      }
    >
      <p className="workspaces-text">{texts.text}</p>
      <DataTable
        label={texts.title}
        rows={workspaces}
        columns={[
          {
            title: m.words.name,
            header: true,
            phone: 'main',
            cell: ({ id, name }) => (
              <Link to="/workspaces/$id" params={{ id }} className="row-link">
                {name}
              </Link>
            ),
          },
          { title: m.words.kind, cell: ({ kind }) => <Badge>{texts.kinds[kind]}</Badge> },
          {
            title: m.words.projects,
            align: 'end',
            phone: 'hide',
            cell: ({ id }) => projects.filter(({ workspaceId }) => workspaceId === id).length,
          },
          { title: texts.role, phone: 'hide', cell: ({ role }) => texts.roles[role] },
        ]}
      />
    </Screen>
  );
}

function NewWorkspaceForm() {
  const texts = m.workspaces;
  return (
    <Form
      onSubmit={async (values) => {
        const { data } = await api.createWorkspace({ body: { name: textOf(values, 'name').trim() } });
        await refreshWorkspaces();
        await navigate({ to: '/workspaces/$id', params: { id: data.id } });
        showToast({ text: texts.created(data.name) });
      }}
      submit={texts.createAction}
    >
      <TextField label={m.words.name} name="name" required look="large" autoComplete="off" />
    </Form>
  );
}
