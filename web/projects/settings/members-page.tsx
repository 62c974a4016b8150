import { useQuery } from '@tanstack/react-query';
import type { BootProject, ProjectMember } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { InvitationsSection } from '../../invitations/index.ts';
import { m } from '../../messages/index.ts';
import { formatDate } from '../../parts/dates/dates.ts';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { PersonPicker } from '../person-picker.tsx';
import { grantableRoles, type ProjectRole } from '../project-options.ts';
import { membersQuery, refreshProjects } from '../project-queries.ts';
import { MemberTable } from './member-table.tsx';
import { useSettingsProject } from './use-settings-project.ts';

export function MembersPage() {
  const project = useSettingsProject();
  const query = useQuery(membersQuery(project.id));
  const texts = m.projects.settings.members;
  const { may } = project;
  return (
    <>
      <Section
        title={m.words.members}
        text={texts.text}
        actions={may.manageMembers && <AddMember project={project} members={query.data ?? []} />}
      >
        <Loaded query={query}>
          {(members) => (
            <MemberTable
              label={texts.people}
              members={members}
              roles={grantableRoles(may.grantOwner)}
              mayManage={may.manageMembers}
              columns={[
                {
                  title: texts.since,
                  phone: 'hide',
                  width: '130px',
                  cell: ({ joinedAt }) => <span className="quiet">{formatDate(joinedAt)}</span>,
                },
              ]}
              withBadges
              className="member-table"
              texts={texts}
              setRole={(userId, role) => setRole(project, userId, role)}
              remove={async (userId) => {
                await api.removeMember({ params: { id: project.id, userId } });
                await refreshProjects();
              }}
            />
          )}
        </Loaded>
      </Section>
      {may.invite && <InvitationsSection project={project} />}
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
