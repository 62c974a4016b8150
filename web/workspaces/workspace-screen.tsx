import { useQuery } from '@tanstack/react-query';
import type { BootWorkspace, WorkspaceMember } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { DangerSection } from '../parts/display/danger-section.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { MemberTable, PersonPicker } from '../projects/index.ts';
import { useBoot } from '../replica/index.ts';
import { Link, navigate, useParams } from '../router/index.ts';
import { refreshWorkspaces, workspaceMembersQuery } from './workspace-queries.ts';
import './workspaces-screen.css';

/** `/workspaces/$id` */
export function WorkspaceScreen() {
  const { id } = useParams();
  const workspace = useBoot().workspaces.find((each) => each.id === id);
  const texts = m.workspaces;
  const back = (
    <Link to="/workspaces" aria-label={texts.title}>
      <Icon name="chevron-left" />
    </Link>
  );
  if (!workspace) {
    return (
      <Screen title={texts.title} before={back}>
        <EmptyState
          icon="workspace"
          title={texts.missing}
          text={texts.missingText}
          action={<Link to="/workspaces">{texts.title}</Link>}
        />
      </Screen>
    );
  }
  const mayManage = workspace.role !== 'member';
  return (
    <Screen title={workspace.name} before={back} look="page">
      {workspace.kind === 'personal' && <Notice>{texts.personalText}</Notice>}
      {!mayManage && <Notice>{texts.mayNotManage}</Notice>}
      {mayManage && <RenameForm key={workspace.name} workspace={workspace} />}
      {workspace.kind === 'shared' && <MembersSection workspace={workspace} mayManage={mayManage} />}
      <ProjectsSection workspaceId={workspace.id} />
      {workspace.kind === 'shared' && <DangerSections workspace={workspace} />}
    </Screen>
  );
}

function RenameForm({ workspace: { id, name } }: { workspace: BootWorkspace }) {
  const texts = m.workspaces;
  return (
    <Section title={m.words.name}>
      <Form
        label={m.words.rename}
        className="workspaces-rename"
        onSubmit={async (values) => {
          await api.updateWorkspace({ params: { id }, body: { name: textOf(values, 'name').trim() } });
          await refreshWorkspaces();
          showToast({ text: texts.renamed });
        }}
      >
        <Field label={m.words.name} name="name" required labelHidden>
          <TextInput defaultValue={name} autoComplete="off" />
        </Field>
        <Button type="submit">{m.words.rename}</Button>
      </Form>
    </Section>
  );
}

function MembersSection({ workspace, mayManage }: { workspace: BootWorkspace; mayManage: boolean }) {
  const query = useQuery(workspaceMembersQuery(workspace.id));
  const texts = m.workspaces;
  const setRole = async (userId: string, role: WorkspaceMember['role']) => {
    await api.addWorkspaceMember({ params: { id: workspace.id }, body: { userId, role } });
    await refreshWorkspaces();
  };
  return (
    <Section
      title={m.words.members}
      text={texts.membersText}
      actions={
        mayManage && (
          <PersonPicker
            label={texts.addMember}
            primary
            memberIds={(query.data ?? []).map(({ id }) => id)}
            onPick={({ id: userId, name }) =>
              void attempt(async () => {
                await api.addWorkspaceMember({ params: { id: workspace.id }, body: { userId } });
                await refreshWorkspaces();
                showToast({ text: texts.added(name) });
              })
            }
          />
        )
      }
    >
      <Loaded query={query}>
        {(members) => (
          <MemberTable
            label={m.words.members}
            members={members}
            roles={workspace.role === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member']}
            mayManage={mayManage}
            texts={texts}
            setRole={setRole}
            remove={async (userId) => {
              await api.removeWorkspaceMember({ params: { id: workspace.id, userId } });
              await refreshWorkspaces();
            }}
          />
        )}
      </Loaded>
    </Section>
  );
}

function ProjectsSection({ workspaceId }: { workspaceId: string }) {
  const projects = useBoot().projects.filter((project) => project.workspaceId === workspaceId);
  const texts = m.workspaces;
  return (
    <Section title={m.words.projects} text={texts.projectsText}>
      <DataTable
        label={m.words.projects}
        rows={projects}
        empty={<EmptyState small icon="folder" title={texts.noProjects} />}
        columns={[
          {
            title: m.words.name,
            header: true,
            phone: 'main',
            cell: ({ key, name }) => (
              <Link to="/p/$key/board" params={{ key }} className="row-link">
                {name}
              </Link>
            ),
          },
          {
            title: m.projects.form.key,
            align: 'end',
            phone: 'end',
            cell: ({ key }) => <span className="quiet">{key}</span>,
          },
        ]}
      />
    </Section>
  );
}

function DangerSections({ workspace: { id, name, role } }: { workspace: BootWorkspace }) {
  const texts = m.workspaces;
  const goAway = async (said: string) => {
    await navigate({ to: '/workspaces' });
    await refreshWorkspaces();
    showToast({ text: said });
  };
  return (
    <>
      <DangerSection
        leaves
        title={texts.leave}
        question={texts.leaveQuestion(name)}
        text={texts.leaveText}
        onConfirm={async () => {
          await api.removeWorkspaceMember({ params: { id, userId: 'me' } });
          await goAway(texts.left(name));
        }}
      />
      {role === 'owner' && (
        <DangerSection
          title={texts.delete}
          about={texts.deleteText}
          question={texts.deleteQuestion(name)}
          text={texts.deleteConfirm}
          typeToConfirm={name}
          onConfirm={async () => {
            await api.deleteWorkspace({ params: { id } });
            await goAway(texts.deleted(name));
          }}
        />
      )}
    </>
  );
}
