import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { Dialog } from '../parts/popups/dialog.tsx';

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
            // If mail is configured, only the mail has the link.
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
