import { useQuery } from '@tanstack/react-query';
import type { BootProject, ProjectMember } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { InvitationsSection } from '../../invitations/index.ts';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { formatDate } from '../../parts/dates/dates.ts';
import { Avatar } from '../../parts/display/avatar.tsx';
import { Badge } from '../../parts/display/badge.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { useMe, usePerson } from '../../replica/index.ts';
import { PersonPicker } from '../person-picker.tsx';
import { type ProjectRole, roleOptions } from '../project-options.ts';
import { membersQuery, refreshProjects } from '../project-queries.ts';
import { useSettingsProject } from './use-settings-project.ts';

export function MembersPage() {
  const project = useSettingsProject();
  const query = useQuery(membersQuery(project.id));
  const texts = m.projects.settings.members;
  return (
    <>
      <Section
        title={m.projects.settings.pages.members}
        text={texts.text}
        actions={project.may.manageMembers && <AddMember project={project} members={query.data ?? []} />}
      >
        <Loaded query={query}>{(members) => <MemberTable project={project} members={members} />}</Loaded>
      </Section>
      {project.may.invite && <InvitationsSection project={project} />}
    </>
  );
}

const setRole = async (project: BootProject, userId: string, role: ProjectRole) => {
  await api.addMember({ params: { id: project.id }, body: { userId, role } });
  await refreshProjects();
};

function AddMember({ project, members }: { project: BootProject; members: readonly ProjectMember[] }) {
  const texts = m.projects.settings.members;
  return (
    <PersonPicker
      label={texts.add}
      memberIds={members.map(({ id }) => id)}
      onPick={({ id, name }) =>
        void attempt(async () => {
          await setRole(project, id, 'member');
          showToast({ text: texts.added(name) });
        })
      }
    />
  );
}

function MemberTable({ project, members }: { project: BootProject; members: readonly ProjectMember[] }) {
  const me = useMe();
  const texts = m.projects.settings.members;
  const { may } = project;

  const changeRole = (member: ProjectMember, role: ProjectRole) =>
    attempt(async () => {
      await setRole(project, member.id, role);
      showToast({
        text: texts.changed(member.name, m.projects.roles[role]),
        actions: [
          {
            name: m.projects.settings.danger.undo,
            run: () => void attempt(() => setRole(project, member.id, member.role)),
          },
        ],
      });
    });
  const remove = ({ id, name, role }: ProjectMember) =>
    attempt(async () => {
      await api.removeMember({ params: { id: project.id, userId: id } });
      await refreshProjects();
      showToast({
        text: texts.removed(name),
        actions: [
          {
            name: m.projects.settings.danger.undo,
            run: () => void attempt(() => setRole(project, id, role)),
          },
        ],
      });
    });
  /** The same rule as on the server: an admin who is not an owner may not change owners. */
  const mayChange = (member: ProjectMember) =>
    may.manageMembers && (may.grantOwner || member.role !== 'owner');

  return (
    <DataTable
      label={texts.people}
      className="settings-members"
      rows={members}
      columns={[
        {
          title: texts.name,
          header: true,
          phone: 'main',
          cell: (member) => <MemberName member={member} isMe={member.id === me.id} />,
        },
        {
          title: texts.since,
          phone: 'hide',
          width: '130px',
          cell: ({ joinedAt }) => <span className="settings-quiet">{formatDate(joinedAt)}</span>,
        },
        {
          title: texts.role,
          width: '150px',
          cell: (member) =>
            mayChange(member) && member.id !== me.id ? (
              <Select
                aria-label={texts.roleOf(member.name)}
                options={roleOptions(may.grantOwner)}
                value={member.role}
                onChange={(role) => void changeRole(member, role)}
              />
            ) : (
              m.projects.roles[member.role]
            ),
        },
        ...(may.manageMembers
          ? [
              {
                title: texts.remove,
                actions: true,
                width: '56px',
                cell: (member: ProjectMember) =>
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

function MemberName({ member: { id, name, email, image }, isMe }: { member: ProjectMember; isMe: boolean }) {
  const isAgent = usePerson(id)?.isAgent;
  return (
    <span className="settings-person">
      <Avatar name={name} id={id} image={image} agent={isAgent} size="large" />
      <span className="settings-person-texts">
        <span className="settings-person-name">
          {name}
          {isMe && <Badge>{m.projects.settings.members.you}</Badge>}
          {isAgent && <Badge look="teal">{m.projects.settings.members.agent}</Badge>}
        </span>
        {!isAgent && <span className="settings-quiet">{email}</span>}
      </span>
    </span>
  );
}
