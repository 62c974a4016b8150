import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRowByKey } from '../replica/index.ts';
import { rememberSeen } from './seen-tickets.ts';

/** Keeps which tickets were opened, in the drawer or on their page. Rendered once in the frame; shows nothing. */
export function RememberSeen() {
  const { ticket }: { ticket?: string } = useSearch({ strict: false });
  const { ticketKey }: { ticketKey?: string } = useParams({ strict: false });
  const ref = ticket ?? ticketKey;
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
