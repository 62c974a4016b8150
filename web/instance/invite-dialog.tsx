import { useState } from 'react';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';

/** Invites somebody to the instance. The link is shown, because not every Docket sends mail. */
export const openInviteDialog = (onInvited: () => void): void =>
  openDialog({ title: m.instance.invite, size: 'small' }, <InviteForm onInvited={onInvited} />);

function InviteForm({ onInvited }: { onInvited: () => void }) {
  const [url, setUrl] = useState<string>();
  if (url)
    return (
      <SecretOnce label={m.words.invitationLink} secret={url}>
        {m.instance.invitationLinkText}
      </SecretOnce>
    );
  return (
    <Form
      onSubmit={async (values) => {
        const { data } = await api.createInvitation({ body: { email: textOf(values, 'email') } });
        onInvited();
        // If mail is configured, only the mail has the link.
        setUrl(data.url);
        return !data.url;
      }}
      submit={m.instance.invite}
      cancel={false}
    >
      <TextField label={m.words.email} name="email" required look="large" type="email" />
    </Form>
  );
}
