import { useEffect, useRef } from 'react';
import { m } from '../../messages/index.ts';
import { useKeys } from '../../parts/keys/keys.ts';
import type { TicketRow } from '../../replica/index.ts';
import { setOpenTicket, useFieldKeys } from '../fields/index.ts';

interface Options {
  isGone: boolean;
  onGive: (() => void) | undefined;
}

/** The keys of an open ticket. Returns the ref of its element, in which they find their targets. */
export function useTicketKeys(row: TicketRow, { isGone, onGive }: Options) {
  const view = useRef<HTMLDivElement>(null);
  const find = (selector: string) => view.current?.querySelector<HTMLElement>(selector);
  const target = () =>
    view.current && !isGone
      ? {
          ids: [row.id],
          at: (what: string) =>
            (what === 'menu'
              ? document.querySelector('[data-ticket-more]')
              : find(`[data-field="${what}"] button`)) ??
            find('[data-ticket-title]') ??
            view.current ??
            document.body,
        }
      : undefined;
  useFieldKeys(target, 'ticket');
  // A list behind the drawer has the same keys, but they act on the open ticket.
  useEffect(() => setOpenTicket(target));
  const { keys } = m.ticket;
  const group = 'ticket' as const;
  useKeys([
    {
      ...{ keys: 'e', name: keys.editTitle, group },
      run: () => {
        const title = find('textarea[data-ticket-title]');
        title?.focus();
        if (title instanceof HTMLTextAreaElement) title.select();
      },
    },
    {
      ...{ keys: 'Shift+e', name: keys.editDescription, group },
      run: () => find('[data-ticket-description]')?.click(),
    },
    {
      ...{ keys: 'm', name: keys.comment, group },
      run: () => find('.comment-box textarea')?.focus(),
    },
    { ...{ keys: 'r', name: keys.relation, group }, run: () => find('[data-ticket-relation]')?.click() },
    ...(onGive ? [{ keys: 'Shift+a', name: keys.toAgent, group, run: onGive }] : []),
  ]);
  return view;
}
