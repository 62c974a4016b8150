import { m } from '../messages/index.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';
import { NewAccountForm } from './new-account-form.tsx';

/** The first screen of an empty instance. */
export function Welcome() {
  return (
    <AuthCard title={m.auth.firstAccount} text={m.auth.firstAccountText}>
      <NewAccountForm label={m.auth.firstAccount} onCreated={() => enterApp('/start')} />
    </AuthCard>
  );
}
