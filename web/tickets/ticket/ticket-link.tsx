import type { ReactNode } from 'react';
import { refOf } from '../fields/index.ts';
import { preloadTicket } from './preload-ticket.ts';
import { useOpenTicket } from './use-open-ticket.ts';

interface Props {
  ticket: { id: string; key?: string | null | undefined; title: string };
  className?: string;
  children: ReactNode;
}

/** A link to a ticket: a press opens it in the drawer, a new tab opens its page. */
export function TicketLink({ ticket, className, children }: Props) {
  const openTicket = useOpenTicket();
  const key = refOf({ ...ticket, key: ticket.key ?? null });
  return (
    <a
      href={`/t/${key}`}
      className={className}
      onPointerEnter={() => void preloadTicket(ticket.id)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openTicket(key);
      }}
    >
      {children}
    </a>
  );
}
