import type { ReactNode } from 'react';
import { TicketActions } from '../ticket-actions.tsx';
import { TicketBody } from '../ticket-body.tsx';
import { TicketCrumbs } from '../ticket-crumbs.tsx';
import { useTicket } from '../use-ticket.ts';
import './ticket-pane.css';

interface Props {
  ticketKey: string;
  /** The left and right of its top bar. */
  before: ReactNode;
  actions: ReactNode;
}

/** A ticket beside a list that is not one of tickets. */
export function TicketPane({ ticketKey, before, actions }: Props) {
  const found = useTicket(ticketKey);
  const { row } = found;
  return (
    <>
      <div className="ticket-pane-bar">
        {before}
        <div className="ticket-pane-title">{row && <TicketCrumbs row={row} />}</div>
        {actions}
        {found.state === 'ready' && <TicketActions row={found.row} />}
      </div>
      <div className="ticket-pane-body">
        <TicketBody ticketKey={ticketKey} found={found} />
      </div>
    </>
  );
}
