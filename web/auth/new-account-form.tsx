import { api } from '../api/index.ts';
import { language, m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { PasswordInput } from './password-input.tsx';
import { useInstance } from './use-instance.ts';

interface NewAccountFormProps {
  label: string;
  /** The address is given by the invitation. */
  email?: string;
  invitation?: string;
  onCreated(): void;
}

export function NewAccountForm({ label, email, invitation, onCreated }: NewAccountFormProps) {
  const { passwordLength } = useInstance();
  return (
    <Form
      label={label}
      onSubmit={async (data) => {
        const account = {
          name: textOf(data, 'name'),
          email: textOf(data, 'email'),
          password: textOf(data, 'password'),
        };
        await api.signUp({ body: { ...account, ...(invitation && { invitation }) } });
        await saveSurroundings();
        onCreated();
      }}
    >
      <TextField label={m.words.name} name="name" required look="large" autoComplete="name" autoFocus />
      <Field label={m.words.email} name="email" required>
        <TextInput
          look="large"
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly={email !== undefined}
        />
      </Field>
      <Field label={m.auth.password} name="password" hint={m.auth.passwordHint(passwordLength.min)} required>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Button look="primary" size="large" type="submit">
        {m.auth.createAccount}
      </Button>
    </Form>
  );
}

/**
 * Saves the time zone and the language of this browser, from the first screen on. They can be changed in the
 * preferences.
 */
async function saveSurroundings(): Promise<void> {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // The account exists already, so a time zone that the server does not know is ignored.
  await api.updatePreferences({ body: { timezone, language } }).catch(() => {});
}
