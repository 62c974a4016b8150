import { m } from '../../messages/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { NewTicketForm } from './new-ticket-form.tsx';
import { closeNewTicket, useOpenedNewTicket } from './new-ticket-state.ts';
import { useDuplicateNotices } from './use-duplicate-notices.ts';

/** The dialog for a new ticket; once in the frame, opened by `openNewTicket`. */
export function NewTicketDialog() {
  const opened = useOpenedNewTicket();
  useDuplicateNotices();
  return (
    <Dialog
      open={opened !== undefined}
      onClose={closeNewTicket}
      title={m.tickets.create.title}
      size="large"
      place="top"
      className="new-ticket"
    >
      {opened && <NewTicketForm key={opened.serial} prefill={opened.prefill} />}
    </Dialog>
  );
}
