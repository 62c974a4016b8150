import { useQuery } from '@tanstack/react-query';
import { PasswordInput } from '../auth/index.ts';
import { m } from '../messages/index.ts';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { AccountOfPassword } from './account-of-password.tsx';
import { secondFactorQuery } from './user-queries.ts';

export interface IdentityAction {
  /** A verb, which is also the title. */
  title: string;
  text?: string;
  /** If set, also asks for a name and suggests this one. */
  name?: string;
  /** The change does not affect how the account signs in, so no password is asked for. */
  isHarmless?: boolean;
  run(password: string, name: string): Promise<unknown>;
}

/** Asks for the password again before a change of how the account signs in. */
export const confirmIdentity = (action: IdentityAction): void =>
  openDialog({ title: action.title, text: action.text, size: 'small' }, <IdentityForm {...action} />);

function IdentityForm({ title, name, isHarmless, run }: IdentityAction) {
  const { data } = useQuery(secondFactorQuery());
  return (
    <Form
      onSubmit={async (values) => {
        await run(textOf(values, 'password'), textOf(values, 'name'));
      }}
      submit={title}
    >
      {name !== undefined && (
        <TextField label={m.words.name} name="name" required defaultValue={name} maxLength={100} />
      )}
      {data?.hasPassword !== false && !isHarmless && (
        <>
          <AccountOfPassword />
          <Field label={m.users.currentPassword} name="password" required>
            <PasswordInput autoComplete="current-password" />
          </Field>
        </>
      )}
    </Form>
  );
}
