import { WhoIsHere } from '../../collaboration/index.ts';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import type { TicketRow } from '../../replica/index.ts';
import { copyTickets, openTicketMenu } from '../fields/index.ts';
import { RemindMe } from './remind-me.tsx';

/** The buttons next to the key of an open ticket. */
export function TicketActions({ row }: { row: TicketRow }) {
  return (
    <>
      {row.version > 0 && <WhoIsHere kind="ticket" id={row.id} />}
      {row.version > 0 && <RemindMe row={row} />}
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
        onClick={({ currentTarget }) => {
          const view = document.querySelector('.ticket-view') ?? undefined;
          openTicketMenu([row.id], currentTarget, [], view);
        }}
      />
    </>
  );
}
