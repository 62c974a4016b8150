import { useState } from 'react';
import { api } from '../api/index.ts';
import { PasswordInput, SecondStep, type SecondStepMethods } from '../auth/index.ts';
import { m } from '../messages/index.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { signedIn, useMe } from '../replica/index.ts';

/** A dialog for when the session has ended: nothing that waits to be saved is lost. */
export function SignInAgain({ open, onClose }: { open: boolean; onClose(): void }) {
  const { email } = useMe();
  const [methods, setMethods] = useState<SecondStepMethods>();
  const finish = () => {
    setMethods(undefined);
    signedIn();
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={m.auth.signIn} text={m.shell.signInAgain} size="small">
      {methods ? (
        <SecondStep methods={methods} onDone={finish} onRestart={() => setMethods(undefined)} />
      ) : (
        <Form
          label={m.auth.signIn}
          onSubmit={async (values) => {
            const body = { email: email ?? '', password: textOf(values, 'password') };
            const { data } = await api.signIn({ body });
            if ('secondFactor' in data) setMethods(data.secondFactor.methods);
            else finish();
          }}
          submit={m.auth.signIn}
        >
          <Field label={m.words.email} name="email">
            <TextInput look="large" type="email" autoComplete="username" value={email ?? ''} readOnly />
          </Field>
          <Field label={m.auth.password} name="password" required>
            <PasswordInput autoComplete="current-password" />
          </Field>
        </Form>
      )}
    </Dialog>
  );
}
