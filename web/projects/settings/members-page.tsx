import { useQuery } from '@tanstack/react-query';
import type { BootProject } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { InvitationsSection, InviteForm } from '../../invitations/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { formatDate } from '../../parts/dates/dates.ts';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { useBoot } from '../../replica/index.ts';
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
        actions={
          (may.manageMembers || may.invite) && (
            <Button
              icon="plus"
              look="primary"
              onClick={() =>
                openDialog(
                  { title: m.projects.settings.invitations.inviteTo(project.name) },
                  <Invite project={project} />,
                )
              }
            >
              {m.projects.settings.invitations.invite}
            </Button>
          )
        }
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
      {may.invite && <InvitationsSection projectId={project.id} />}
    </>
  );
}

const setRole = async (project: BootProject, userId: string, role: ProjectRole) => {
  await api.addMember({ params: { id: project.id }, body: { userId, role } });
  await refreshProjects();
};

/** One way in: people with an account are added, by name or address; the others are invited. */
function Invite({ project }: { project: BootProject }) {
  const { sendsMail } = useBoot().instance;
  const { data: members = [] } = useQuery(membersQuery(project.id));
  const { may } = project;
  const texts = m.projects.settings.members;
  async function findAccount(email: string) {
    const isAddress = (one: { email?: string | null | undefined }) =>
      one.email?.toLowerCase() === email.toLowerCase();
    const member = members.find(isAddress);
    if (member) return { name: member.name };
    const found = (await api.listUsers({ query: { query: email, limit: 20 } })).data.find(isAddress);
    return found && { name: found.name, add: (role: ProjectRole) => setRole(project, found.id, role) };
  }
  const picker = may.manageMembers && (
    <PersonPicker
      label={m.projects.settings.invitations.findAccount}
      primary={!may.invite}
      memberIds={members.map(({ id }) => id)}
      onPick={({ id, name }) =>
        void attempt(async () => {
          await setRole(project, id, 'member');
          showToast({ text: texts.added(name) });
        })
      }
    />
  );
  if (!may.invite) return picker;
  return (
    <InviteForm
      projectId={project.id}
      roles={grantableRoles(may.grantOwner)}
      sendsMail={sendsMail}
      findAccount={may.manageMembers ? findAccount : undefined}
      onInvited={() => void refreshProjects()}
    >
      {picker}
    </InviteForm>
  );
}
