import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormActions } from '../parts/form-actions.tsx';
import { textOf } from '../parts/form-values.ts';
import { SecretOnce } from '../parts/secret-once.tsx';
import { TextInput } from '../parts/text-input.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose(): void;
  onInvited(): void;
}

/** Invites somebody to the instance. The link is shown, because not every Docket sends mail. */
export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  const [url, setUrl] = useState<string>();
  const close = () => {
    setUrl(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={m.instance.invite} size="small">
      {url ? (
        <SecretOnce label={m.instance.invitationLink} secret={url} onDone={close}>
          {m.instance.invitationLinkText}
        </SecretOnce>
      ) : (
        <Form
          label={m.instance.invite}
          onSubmit={async (values) => {
            const invitation = (await api.createInvitation({ body: { email: textOf(values, 'email') } }))
              .data;
            onInvited();
            // Where mail is sent, the link is in the mail alone.
            if (invitation.url) setUrl(invitation.url);
            else close();
          }}
        >
          <Field label={m.instance.email} name="email" required>
            <TextInput look="large" type="email" />
          </Field>
          <FormActions>
            <Button look="primary" type="submit">
              {m.instance.invite}
            </Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
