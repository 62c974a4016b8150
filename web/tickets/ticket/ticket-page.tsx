import { m } from '../../messages/index.ts';
import { Screen } from '../../parts/display/screen.tsx';
import { useParams } from '../../router/index.ts';
import { TicketActions } from './ticket-actions.tsx';
import { TicketBody } from './ticket-body.tsx';
import { TicketCrumbs } from './ticket-crumbs.tsx';
import { useTicket } from './use-ticket.ts';
import './ticket-page.css';

/** A ticket on its own page. */
export function TicketPage() {
  const { key = '' } = useParams();
  const found = useTicket(key);
  const { row } = found;
  return (
    <Screen
      title={row ? row.title : found.state === 'missing' ? m.ticket.missing.title(key) : m.ticket.drawer(key)}
      before={row && <TicketCrumbs row={row} />}
      actions={found.state === 'ready' && <TicketActions row={found.row} />}
      className="ticket-page"
    >
      <TicketBody ticketKey={key} found={found} />
    </Screen>
  );
}
