import { useQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { Link, useSearchText } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { invitationQuery } from './auth-queries.ts';
import { enterApp } from './enter-app.ts';
import { NewAccountForm } from './new-account-form.tsx';
import { useInstance } from './use-instance.ts';

/** With an invitation, its address is given and the account joins what it invites to. */
export function SignUp() {
  const token = useSearchText('invitation');
  return token ? <InvitedSignUp token={token} /> : <OpenSignUp />;
}

function OpenSignUp() {
  const { canSignUp } = useInstance();
  return (
    <AuthCard title={m.auth.signUp} foot={<SignInLink />} text={!canSignUp && m.auth.signUpClosed}>
      {canSignUp && <NewAccountForm label={m.auth.signUp} onCreated={() => enterApp()} />}
    </AuthCard>
  );
}

function InvitedSignUp({ token }: { token: string }) {
  const { data: invitation, isPending } = useQuery(invitationQuery(token));
  const { name: instance } = useInstance();
  if (isPending) return null;
  if (invitation?.status !== 'pending') {
    return (
      <AuthCard title={m.auth.invitation.title} text={m.auth.invitation.expired} foot={<SignInLink />}>
        {null}
      </AuthCard>
    );
  }
  const { email, invitedBy, project } = invitation;
  return (
    <AuthCard
      title={m.auth.invitation.title}
      text={m.auth.invitation.text(invitedBy.name, project?.name ?? instance)}
      foot={<SignInLink next={`/invitation?token=${encodeURIComponent(token)}`} />}
    >
      <NewAccountForm
        label={m.auth.signUp}
        email={email}
        invitation={token}
        onCreated={() => enterApp(project ? `/p/${project.key}/board` : '/')}
      />
    </AuthCard>
  );
}

function SignInLink({ next }: { next?: string }) {
  return (
    <>
      {m.auth.haveAccount}{' '}
      <Link to="/sign-in" search={next === undefined ? {} : { next }}>
        {m.auth.signIn}
      </Link>
    </>
  );
}
