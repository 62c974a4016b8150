import { useEffect, useEffectEvent } from 'react';
import { useRowByKey } from '../replica/index.ts';

interface FollowOpenTicketProps {
  /** The key of the ticket in the drawer. */
  ticketKey: string;
  onOpen: (id: string) => void;
}

/** Makes the ticket in the drawer the active one of the list or board behind it, however it was opened. */
export function FollowOpenTicket({ ticketKey, onOpen }: FollowOpenTicketProps) {
  const { row } = useRowByKey(ticketKey);
  const id = row?.id;
  const follow = useEffectEvent((opened: string) => onOpen(opened));
  useEffect(() => {
    if (id !== undefined) follow(id);
  }, [id]);
  return null;
}
