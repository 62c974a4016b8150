import { useSyncExternalStore } from 'react';
import { subscribeEvents } from '../../../replica/index.ts';

interface Person {
  id: string;
  name: string;
}

/** Who deleted which ticket while this page was open. The server does not report it afterwards. */
const deletedBy = new Map<string, Person>();

/** The person who deleted the ticket, if it happened while this page was open. */
export const useDeletedBy = (ticketId: string | undefined): Person | undefined =>
  useSyncExternalStore(subscribe, () => (ticketId === undefined ? undefined : deletedBy.get(ticketId)));

function subscribe(listener: () => void): () => void {
  return subscribeEvents(({ type, data }) => {
    if (type !== 'ticket.deleted') return;
    const { ticket, user } = data as { ticket?: { id: string }; user?: Person };
    if (!ticket || !user) return;
    deletedBy.set(ticket.id, user);
    listener();
  });
}
