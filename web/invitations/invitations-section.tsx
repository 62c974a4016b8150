import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, Invitation } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Loaded } from '../parts/display/loaded.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Section } from '../parts/display/section.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { pendingInvitationsQuery, refreshInvitations } from './invitation-queries.ts';

type Role = NonNullable<Invitation['role']>;

/** Invitations to a project, for those who may invite. */
export function InvitationsSection({ project }: { project: BootProject }) {
  const query = useQuery(pendingInvitationsQuery(project.id));
  const texts = m.projects.settings.invitations;
  const invite = () => openDialog({ title: texts.invite, size: 'small' }, <InviteForm project={project} />);
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <Button icon="mail" onClick={invite}>
          {texts.invite}
        </Button>
      }
    >
      <Loaded query={query} rows={2}>
        {(invitations) => <InvitationTable invitations={invitations} />}
      </Loaded>
    </Section>
  );
}

function InviteForm({ project }: { project: BootProject }) {
  const [made, setMade] = useState<{ email: string; url: string }>();
  const [role, setRole] = useState<Role>('member');
  const texts = m.projects.settings.invitations;
  const roles = (['owner', 'admin', 'member', 'viewer'] as const).filter(
    (each) => project.may.grantOwner || each !== 'owner',
  );
  if (made) {
    return (
      <SecretOnce label={m.words.invitationLink} secret={made.url}>
        <p>{texts.linkText(made.email)}</p>
      </SecretOnce>
    );
  }
  return (
    <Form
      onSubmit={async (values) => {
        const email = textOf(values, 'email').trim();
        const body = { email, role, projectId: project.id };
        const { url } = (await api.createInvitation({ body })).data;
        await refreshInvitations();
        // If mail is configured, only the mail has the link.
        if (url) setMade({ email, url });
        return !url;
      }}
      submit={texts.send}
    >
      <TextField label={texts.email} name="email" required type="email" look="large" autoComplete="off" />
      <Field label={m.words.role} name="role" hint={m.projects.roleHint[role]}>
        <Select
          look="large"
          options={roles.map((value) => ({ value, label: m.projects.roles[value] }))}
          value={role}
          onChange={setRole}
        />
      </Field>
    </Form>
  );
}

function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
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
      empty={<EmptyState small icon="mail" title={texts.none} />}
      columns={[
        { title: texts.email, header: true, phone: 'main', cell: ({ email }) => email },
        { title: m.words.role, cell: ({ role }) => role && <Badge>{m.projects.roles[role]}</Badge> },
        { title: m.words.invitedBy, phone: 'hide', cell: ({ invitedBy }) => invitedBy.name },
        { title: texts.expires, phone: 'hide', cell: ({ expiresAt }) => formatDate(expiresAt) },
        {
          title: m.words.revoke,
          actions: true,
          cell: (invitation) => (
            <Button
              look="quiet"
              aria-label={texts.revokeName(invitation.email)}
              onClick={() => void revoke(invitation)}
            >
              {m.words.revoke}
            </Button>
          ),
        },
      ]}
    />
  );
}
