import { type ReactNode, use, useState } from 'react';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { DialogContext } from '../parts/forms/form-context.ts';
import { textOf } from '../parts/forms/form-values.ts';
import { refreshInvitations } from './invitation-queries.ts';
import { type Invited, type InvitedRole, type InviteOptions, inviteAll } from './invite-all.ts';
import { InvitedList } from './invited-list.tsx';
import { parseAddresses } from './parse-addresses.ts';

interface Props extends Omit<InviteOptions, 'role'> {
  /** The roles that can be given; none for an invitation to the instance. */
  roles?: readonly InvitedRole[];
  /** Whether links are sent by mail. */
  sendsMail: boolean;
  onInvited?: () => void;
  /** Another way in, below the form. */
  children?: ReactNode;
}

/** Invites several people at once. Those with an account are added, the others get a mail or a link to be sent. */
export function InviteForm({ roles = [], sendsMail, onInvited, children, ...options }: Props) {
  const [role, setRole] = useState<InvitedRole>('member');
  const [invited, setInvited] = useState<Invited[]>();
  const [text, setText] = useState('');
  const dialog = use(DialogContext);
  const texts = m.projects.settings.invitations;
  const { emails, wrong } = parseAddresses(text);
  if (invited)
    return (
      <>
        <InvitedList invited={invited} />
        <div className="form-actions">
          <Button onClick={() => setInvited(undefined)}>{texts.inviteMore}</Button>
          <Button look="primary" data-autofocus onClick={() => dialog?.onClose()}>
            {texts.done}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <Form
        submit={texts.send(emails.length)}
        onSubmit={async (values) => {
          const found = parseAddresses(textOf(values, 'emails')).emails;
          if (found.length === 0) return false;
          setInvited(await inviteAll(found, { ...options, role }));
          setText('');
          await refreshInvitations();
          onInvited?.();
          return false;
        }}
      >
        <Field
          label={texts.emails}
          name="emails"
          hint={
            wrong.length > 0 ? texts.wrong(wrong.join(', ')) : sendsMail ? texts.hintMail : texts.hintLink
          }
          required
        >
          <TextArea
            rows={3}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {roles.length > 0 && (
          <Field label={m.words.role} name="role" hint={m.projects.roleHint[role]}>
            <Select
              look="large"
              options={roles.map((value) => ({ value, label: m.projects.roles[value] }))}
              value={role}
              onChange={setRole}
            />
          </Field>
        )}
      </Form>
      {children}
    </>
  );
}
