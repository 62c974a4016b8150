import { m } from '../../messages/index.ts';
import { useHeldKeys } from '../../parts/keys/keys.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { useLateTicket } from '../ticket/late-ticket.ts';
import { closeNewTicket, useOpenedNewTicket } from './new-ticket-state.ts';
import { useDuplicateNotices } from './use-duplicate-notices.ts';

/** The dialog for a new ticket, rendered once in the frame and opened by `openNewTicket`. */
export function NewTicketDialog() {
  const opened = useOpenedNewTicket();
  useDuplicateNotices();
  // The form is not in the first load; it is loaded with the drawer when the browser is idle.
  useHeldKeys(opened !== undefined);
  const late = useLateTicket(opened !== undefined);
  return (
    <Dialog
      open={opened !== undefined && late !== undefined}
      onClose={closeNewTicket}
      title={m.tickets.create.title}
      size="large"
      place="top"
      className="new-ticket"
    >
      {opened && late && <late.NewTicketForm key={opened.serial} prefill={opened.prefill} />}
    </Dialog>
  );
}
