import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import type { TicketRow } from '../../replica/index.ts';
import { copyTickets, openTicketMenu } from '../fields/index.ts';

/** The buttons next to the key of an open ticket. */
export function TicketActions({ row }: { row: TicketRow }) {
  return (
    <>
      <IconButton
        icon="link"
        label={m.ticket.copyLink}
        keys="Shift+y"
        className="ticket-action-copy"
        onClick={() => void copyTickets([row.id], 'link')}
      />
      <IconButton
        icon="more"
        label={m.ticket.more}
        keys="."
        aria-haspopup="menu"
        data-ticket-more
        onClick={(event) => openTicketMenu([row.id], event.currentTarget)}
      />
    </>
  );
}
