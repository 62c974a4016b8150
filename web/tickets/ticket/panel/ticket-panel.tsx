import { useEffect, useState } from 'react';
import { m } from '../../../messages/index.ts';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { Steps } from '../../../parts/display/steps.ts';
import { useKeys } from '../../../parts/keys/keys.ts';
import { Drawer } from '../../../parts/popups/drawer.tsx';
import { readRow } from '../../../replica/index.ts';
import { navigate } from '../../../router/index.ts';
import { refOf } from '../../fields/index.ts';
import { neighbourInList, useHasNeighbour } from '../../use-active-row.ts';
import { preloadTicket } from '../preload-ticket.ts';
import { TicketActions } from '../ticket-actions.tsx';
import { TicketBody } from '../ticket-body.tsx';
import { TicketCrumbs } from '../ticket-crumbs.tsx';
import { useOpenTicket } from '../use-open-ticket.ts';
import { useTicket } from '../use-ticket.ts';
import './ticket-panel.css';

/** A ticket in the drawer over a view. The list behind stays usable, and its next ticket is preloaded. */
export function TicketPanel({ ticketKey }: { ticketKey: string }) {
  const found = useTicket(ticketKey);
  const openTicket = useOpenTicket();
  const { row } = found;

  const close = () => {
    openTicket(undefined);
    // After stepping through the list, the focus goes to the row of the last ticket instead of the first.
    requestAnimationFrame(() => focusRow(ticketKey));
  };
  const step = (direction: 'next' | 'previous') => {
    const id = row && neighbourInList(row.id, direction);
    const next = id === undefined ? undefined : readRow(id);
    if (next) openTicket(refOf(next), { replace: true });
  };
  const shownId = row?.id;
  const [steps] = useState(() => new Steps());
  useEffect(() => {
    if (shownId === undefined) return;
    return steps.after(() => {
      for (const direction of ['next', 'previous'] as const) {
        const id = neighbourInList(shownId, direction);
        if (id !== undefined) void preloadTicket(id);
      }
    });
  }, [steps, shownId]);
  const group = 'ticket';
  useKeys([
    { keys: ']', name: m.ticket.keys.next, group, run: () => step('next') },
    { keys: '[', name: m.ticket.keys.previous, group, run: () => step('previous') },
    { keys: 'Escape', name: m.ticket.keys.close, group, run: close },
  ]);
  const hasList = useHasNeighbour(shownId);

  return (
    <Drawer
      label={row ? `${row.key ?? ''} ${row.title}`.trim() : m.ticket.drawer(ticketKey)}
      onClose={close}
      className="ticket-drawer"
      title={row && <TicketCrumbs row={row} />}
      actions={
        row && (
          <>
            {hasList && (
              <>
                <IconButton
                  icon="chevron-up"
                  label={m.ticket.previous}
                  keys="["
                  onClick={() => step('previous')}
                />
                <IconButton icon="chevron-down" label={m.ticket.next} keys="]" onClick={() => step('next')} />
              </>
            )}
            <IconButton
              icon="expand"
              label={m.ticket.openPage}
              onClick={() => void navigate({ to: `/t/${refOf(row)}` })}
            />
            {found.state === 'ready' && <TicketActions row={row} />}
          </>
        )
      }
    >
      <TicketBody ticketKey={ticketKey} found={found} />
    </Drawer>
  );
}

/** Focuses the row or card of a ticket in the list behind. */
function focusRow(key: string): void {
  const link = document.querySelector<HTMLElement>(`#content a[href$="/t/${CSS.escape(key)}"]`);
  const focusable = link?.tabIndex === 0 ? link : link?.closest<HTMLElement>('[tabindex="0"]');
  focusable?.focus({ preventScroll: true });
}
