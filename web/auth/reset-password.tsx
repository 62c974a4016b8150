import { useState } from 'react';
import type { PasswordReset } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Link, useSearchText } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';
import { PasswordInput } from './password-input.tsx';
import { RemainingAccess } from './remaining-access.tsx';
import { useInstance } from './use-instance.ts';

export function ResetPassword() {
  const token = useSearchText('token');
  const { passwordLength } = useInstance();
  const [done, setDone] = useState<{ reset: PasswordReset; password: string; isSignedIn: boolean }>();
  if (done) return <RemainingAccess {...done} />;
  return (
    <AuthCard
      title={m.auth.reset.title}
      text={token ? m.auth.reset.text : m.auth.reset.noToken}
      foot={<Link to="/sign-in">{m.auth.forgot.back}</Link>}
    >
      {token && (
        <Form
          label={m.auth.reset.title}
          onSubmit={async (data) => {
            const password = textOf(data, 'newPassword');
            const reset = (await api.resetPassword({ body: { token, newPassword: password } })).data;
            const { data: first } = await api.signIn({ body: { email: reset.email, password } });
            const isSignedIn = !('secondFactor' in first);
            const hasNews = reset.remaining.length > 0 || Object.values(reset.removed).some(Boolean);
            if (hasNews) setDone({ reset, password, isSignedIn });
            else enterApp();
          }}
        >
          {/* The link does not name the account, but password managers expect the field. */}
          <input hidden readOnly type="email" autoComplete="username" />
          <Field
            label={m.auth.newPassword}
            name="newPassword"
            hint={m.auth.passwordHint(passwordLength.min)}
            required
          >
            <PasswordInput autoComplete="new-password" />
          </Field>
          <Button look="primary" size="large" type="submit">
            {m.auth.reset.save}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
