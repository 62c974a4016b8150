import { InviteForm } from '../invitations/index.ts';
import { m } from '../messages/index.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { readBoot } from '../replica/index.ts';

/** Invites people to the instance. */
export const openInviteDialog = (onInvited: () => void): void =>
  openDialog(
    { title: m.instance.invite },
    <InviteForm sendsMail={readBoot().instance.sendsMail} onInvited={onInvited} />,
  );
