import { useQuery } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Form } from '../parts/forms/form.tsx';
import { Link, useSearchText } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { invitationQuery } from './auth-queries.ts';
import { enterApp } from './enter-app.ts';
import { useInstance } from './use-instance.ts';

/** For a person who has an account already. */
export function AcceptInvitation() {
  const token = useSearchText('token') ?? '';
  const { data: invitation, isPending } = useQuery(invitationQuery(token));
  const { name: instance } = useInstance();
  if (isPending) return null;
  const isOpen = invitation?.status === 'pending';
  return (
    <AuthCard
      title={m.auth.invitation.title}
      text={
        isOpen
          ? m.auth.invitation.text(invitation.invitedBy.name, invitation.project?.name ?? instance)
          : m.auth.invitation.expired
      }
      foot={<Link to="/">{m.shell.notFound.home}</Link>}
    >
      {isOpen && (
        <Form
          label={m.auth.invitation.accept}
          onSubmit={async () => {
            const { project } = (await api.acceptInvitation({ body: { token } })).data;
            enterApp(project ? `/p/${project.key}/board` : '/');
          }}
        >
          <Button look="primary" size="large" type="submit">
            {m.auth.invitation.accept}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
