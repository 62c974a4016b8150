import { useQuery } from '@tanstack/react-query';
import { PasswordInput } from '../auth/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';
import { AccountOfPassword } from './account-of-password.tsx';
import { secondFactorQuery } from './user-queries.ts';

export interface IdentityAction {
  /** A verb, which is also the title. */
  title: string;
  text?: string;
  /** Asks for a name too, and suggests this one. */
  name?: string;
  /** The change does not affect how the account signs in, so no password is asked for. */
  isHarmless?: boolean;
  run(password: string, name: string): Promise<unknown>;
}

/** Asks for the password again before a change of how the account signs in. */
export function ConfirmIdentity({
  action,
  onClose,
}: {
  action: IdentityAction | undefined;
  onClose(): void;
}) {
  const { data } = useQuery(secondFactorQuery());
  if (!action) return null;
  const { title, text, name, isHarmless, run } = action;
  return (
    <Dialog open onClose={onClose} title={title} text={text} size="small">
      <Form
        label={title}
        onSubmit={async (values) => {
          await run(textOf(values, 'password'), textOf(values, 'name'));
          onClose();
        }}
      >
        {name !== undefined && (
          <Field label={m.auth.name} name="name" required>
            <TextInput defaultValue={name} maxLength={100} />
          </Field>
        )}
        {data?.hasPassword !== false && !isHarmless && (
          <>
            <AccountOfPassword />
            <Field label={m.users.currentPassword} name="password" required>
              <PasswordInput autoComplete="current-password" />
            </Field>
          </>
        )}
        <FormActions>
          <Button onClick={onClose}>{m.users.cancel}</Button>
          <Button look="primary" type="submit">
            {title}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
