import { useSyncExternalStore } from 'react';
import { subscribeEvents } from '../../../replica/index.ts';

interface Person {
  id: string;
  name: string;
}

/** Who deleted which ticket while this page was open; the server does not tell afterwards. */
const deletedBy = new Map<string, Person>();

/** Who deleted the ticket, if somebody did while this page was open. */
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
