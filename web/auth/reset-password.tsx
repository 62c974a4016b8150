import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { textOf } from '../parts/form-values.ts';
import { Link, useSearchText } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { enterApp } from './enter-app.ts';
import { PasswordInput } from './password-input.tsx';
import { useInstance } from './use-instance.ts';

export function ResetPassword() {
  const token = useSearchText('token');
  const { passwordLength } = useInstance();
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
            const newPassword = textOf(data, 'newPassword');
            const { email } = (await api.resetPassword({ body: { token, newPassword } })).data;
            await api.signIn({ body: { email, password: newPassword } });
            enterApp();
          }}
        >
          {/* The link does not tell whose password it is, but browsers expect the field. */}
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
