import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot } from '../replica/index.ts';
import { pendingInvitationsQuery, refreshInvitations } from './invitation-queries.ts';
import { InvitedList } from './invited-list.tsx';

/** The invitations to a project that nobody has accepted yet, for those who may invite. */
export function InvitationsSection({ projectId }: { projectId: string }) {
  const query = useQuery(pendingInvitationsQuery(projectId));
  const texts = m.projects.settings.invitations;
  if (query.data?.length === 0) return null;
  return (
    <Section title={texts.title} text={texts.text}>
      <Loaded query={query} rows={2}>
        {(invitations) => <InvitationTable invitations={invitations} />}
      </Loaded>
    </Section>
  );
}

/**
 * Makes a new link for an invitation, or sends its mail again. The server keeps only a hash of a link, so an old one cannot
 * be shown again; it stops working.
 */
export async function openNewLink(invitation: Invitation, sendsMail: boolean): Promise<void> {
  const { id, email, project, role } = invitation;
  const texts = m.projects.settings.invitations;
  await attempt(async () => {
    if (!sendsMail) await api.revokeInvitation({ params: { id } });
    const body = { email, ...(project && { projectId: project.id, ...(role && { role }) }) };
    const { url } = (await api.createInvitation({ body })).data;
    await refreshInvitations();
    if (url === undefined) return showToast({ text: texts.mailedAgain(email) });
    openDialog(
      { title: texts.newLink, text: texts.newLinkText, size: 'small' },
      <InvitedList invited={[{ email, state: 'linked', url }]} />,
    );
  });
}

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const { sendsMail } = useBoot().instance;
  const texts = m.projects.settings.invitations;
  const revoke = ({ id, email }: Invitation) =>
    attempt(async () => {
      await api.revokeInvitation({ params: { id } });
      await refreshInvitations();
      showToast({ text: texts.revoked(email) });
    });
  return (
    <DataTable
      label={texts.pending}
      rows={invitations}
      columns={[
        { title: m.words.email, header: true, phone: 'main', cell: ({ email }) => email },
        { title: m.words.role, cell: ({ role }) => role && <Badge>{m.projects.roles[role]}</Badge> },
        { title: m.words.invitedBy, phone: 'hide', cell: ({ invitedBy }) => invitedBy.name },
        { title: texts.expires, phone: 'hide', cell: ({ expiresAt }) => formatDate(expiresAt) },
        {
          title: m.words.revoke,
          actions: true,
          cell: (invitation) => (
            <>
              <Button
                look="quiet"
                aria-label={(sendsMail ? texts.mailAgainName : texts.newLinkName)(invitation.email)}
                onClick={() => void openNewLink(invitation, sendsMail)}
              >
                {sendsMail ? texts.mailAgain : texts.newLink}
              </Button>
              <Button
                look="quiet"
                aria-label={texts.revokeName(invitation.email)}
                onClick={() => void revoke(invitation)}
              >
                {m.words.revoke}
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}
