import type { BootWorkspace, WorkspaceMember } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { useMe, usePerson } from '../replica/index.ts';
import { refreshWorkspaces } from './workspace-queries.ts';

const roles = ['owner', 'admin', 'member'] as const;
type Role = (typeof roles)[number];

export interface WorkspaceMembersProps {
  workspace: BootWorkspace;
  members: readonly WorkspaceMember[];
  mayManage: boolean;
}

export function WorkspaceMembers({ workspace, members, mayManage }: WorkspaceMembersProps) {
  const me = useMe();
  const texts = m.workspaces;
  const isOwner = workspace.role === 'owner';
  const mayChange = (member: WorkspaceMember) =>
    mayManage && member.id !== me.id && (isOwner || member.role !== 'owner');

  const setRole = async (userId: string, role: Role) => {
    await api.addWorkspaceMember({ params: { id: workspace.id }, body: { userId, role } });
    await refreshWorkspaces();
  };
  const undo = (userId: string, role: Role) => ({
    name: m.projects.settings.danger.undo,
    run: () => void attempt(() => setRole(userId, role)),
  });
  const change = ({ id, name, role: before }: WorkspaceMember, role: Role) =>
    attempt(async () => {
      await setRole(id, role);
      showToast({ text: texts.changed(name, texts.roles[role]), actions: [undo(id, before)] });
    });
  const remove = ({ id, name, role }: WorkspaceMember) =>
    attempt(async () => {
      await api.removeWorkspaceMember({ params: { id: workspace.id, userId: id } });
      await refreshWorkspaces();
      showToast({ text: texts.removed(name), actions: [undo(id, role)] });
    });

  return (
    <DataTable
      label={texts.members}
      rows={members}
      columns={[
        {
          title: texts.name,
          header: true,
          phone: 'main',
          cell: (member) => <MemberName member={member} />,
        },
        {
          title: m.projects.settings.members.role,
          width: '150px',
          cell: (member) =>
            mayChange(member) ? (
              <Select
                aria-label={texts.roleOf(member.name)}
                options={roles
                  .filter((role) => isOwner || role !== 'owner')
                  .map((value) => ({ value, label: texts.roles[value] }))}
                value={member.role}
                onChange={(role) => void change(member, role)}
              />
            ) : (
              texts.roles[member.role]
            ),
        },
        ...(mayManage
          ? [
              {
                title: texts.remove,
                actions: true,
                width: '56px',
                cell: (member: WorkspaceMember) =>
                  member.id !== me.id && (
                    <IconButton
                      icon="trash"
                      label={`${texts.remove}: ${member.name}`}
                      tooltip={texts.remove}
                      disabled={mayChange(member) ? false : texts.ownerOnly}
                      onClick={() => void remove(member)}
                    />
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}

function MemberName({ member: { id, name, email, image } }: { member: WorkspaceMember }) {
  const isAgent = usePerson(id)?.isAgent;
  return (
    <span className="workspaces-member">
      <Avatar name={name} id={id} image={image} agent={isAgent} size="large" />
      <span className="workspaces-member-texts">
        {name}
        {!isAgent && <span className="workspaces-quiet">{email}</span>}
      </span>
    </span>
  );
}
