import { useKeysOff } from '../../parts/keys/keys.ts';
import { useSearchText } from '../../router/index.ts';
import { useOpenField } from '../fields/open-field.ts';
import { useLateTicket } from './late-ticket.ts';

/** The open ticket over any view (`?ticket=KEY`), and the open picker of a field. Rendered once in the frame. */
export function TicketDrawer() {
  const ticket = useSearchText('ticket');
  const isPicking = useOpenField() !== undefined;
  // Also while the picker is still loading: what is typed then is meant for it.
  useKeysOff(isPicking);
  const late = useLateTicket(ticket !== undefined || isPicking);
  if (!late) return null;
  return (
    <>
      {ticket !== undefined && <late.TicketPanel ticketKey={ticket} />}
      <late.VerbHost />
    </>
  );
}
