import { useEffect } from 'react';
import { useRowByKey } from '../replica/index.ts';
import { usePathname, useSearchText } from '../router/index.ts';
import { rememberSeen } from './seen-tickets.ts';

/** Stores which tickets were opened, in the drawer or on their page. Rendered once in the frame; shows nothing. */
export function RememberSeen() {
  const ticket = useSearchText('ticket');
  const pathname = usePathname();
  const ref = ticket ?? /^\/t\/([^/]+)/.exec(pathname)?.[1];
  return ref ? <Remember key={ref} ticket={ref} /> : null;
}

function Remember({ ticket }: { ticket: string }) {
  const { row } = useRowByKey(ticket);
  const id = row?.id;
  useEffect(() => {
    if (id) rememberSeen(id);
  }, [id]);
  return null;
}
