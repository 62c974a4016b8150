import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Link } from '../router/index.ts';
import { AuthCard } from './auth-card.tsx';
import { useInstance } from './use-instance.ts';

export function ForgotPassword() {
  const { sendsMail } = useInstance();
  const [sentTo, setSentTo] = useState<string>();
  const text = sentTo ? m.auth.forgot.sent(sentTo) : sendsMail ? m.auth.forgot.text : m.auth.forgot.noMail;
  return (
    <AuthCard
      title={m.auth.forgot.title}
      text={<span role="status">{text}</span>}
      foot={<Link to="/sign-in">{m.auth.forgot.back}</Link>}
    >
      {sendsMail && !sentTo && (
        <Form
          label={m.auth.forgot.title}
          onSubmit={async (data) => {
            const email = textOf(data, 'email');
            await api.forgetPassword({ body: { email } });
            setSentTo(email);
          }}
        >
          <Field label={m.words.email} name="email" required>
            <TextInput look="large" type="email" autoComplete="username" autoFocus />
          </Field>
          <Button look="primary" size="large" type="submit">
            {m.auth.forgot.send}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}
