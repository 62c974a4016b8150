import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, Invitation } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
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
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { pendingInvitationsQuery, refreshInvitations } from './invitation-queries.ts';

type Role = NonNullable<Invitation['role']>;

/** Invitations to a project, for those who may invite. */
export function InvitationsSection({ project }: { project: BootProject }) {
  const [open, setOpen] = useState(false);
  const query = useQuery(pendingInvitationsQuery(project.id));
  const texts = m.projects.settings.invitations;
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <Button icon="mail" onClick={() => setOpen(true)}>
          {texts.invite}
        </Button>
      }
    >
      <Loaded query={query} rows={2}>
        {(invitations) => <InvitationTable invitations={invitations} />}
      </Loaded>
      <Dialog open={open} onClose={() => setOpen(false)} title={texts.invite} size="small">
        <InviteForm project={project} onClose={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function InviteForm({ project, onClose }: { project: BootProject; onClose: () => void }) {
  const [made, setMade] = useState<{ email: string; url: string }>();
  const [role, setRole] = useState<Role>('member');
  const texts = m.projects.settings.invitations;
  const roles = (['owner', 'admin', 'member', 'viewer'] as const).filter(
    (each) => project.may.grantOwner || each !== 'owner',
  );
  if (made) {
    return (
      <SecretOnce label={texts.link} secret={made.url} onDone={onClose}>
        <p>{texts.linkText(made.email)}</p>
      </SecretOnce>
    );
  }
  return (
    <Form
      label={texts.invite}
      onSubmit={async (values) => {
        const email = textOf(values, 'email').trim();
        const body = { email, role, projectId: project.id };
        const { url } = (await api.createInvitation({ body })).data;
        await refreshInvitations();
        // If mail is configured, only the mail has the link.
        if (url) setMade({ email, url });
        else onClose();
      }}
    >
      <Field label={texts.email} name="email" required>
        <TextInput type="email" look="large" autoComplete="off" />
      </Field>
      <Field label={texts.role} name="role" hint={m.projects.roleHint[role]}>
        <Select
          look="large"
          options={roles.map((value) => ({ value, label: m.projects.roles[value] }))}
          value={role}
          onChange={setRole}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        <Button type="submit" look="primary">
          {texts.send}
        </Button>
      </FormActions>
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
      rowKey={({ id }) => id}
      empty={<EmptyState small icon="mail" title={texts.none} />}
      columns={[
        { title: texts.email, header: true, phone: 'main', cell: ({ email }) => email },
        { title: texts.role, cell: ({ role }) => role && <Badge>{m.projects.roles[role]}</Badge> },
        { title: texts.invitedBy, phone: 'hide', cell: ({ invitedBy }) => invitedBy.name },
        { title: texts.expires, phone: 'hide', cell: ({ expiresAt }) => formatDate(expiresAt) },
        {
          title: texts.revoke,
          titleHidden: true,
          align: 'end',
          phone: 'end',
          cell: (invitation) => (
            <Button
              look="quiet"
              aria-label={texts.revokeName(invitation.email)}
              onClick={() => void revoke(invitation)}
            >
              {texts.revoke}
            </Button>
          ),
        },
      ]}
    />
  );
}
