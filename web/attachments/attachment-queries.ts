import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

export const attachmentQueries = {
  /** The files of a ticket, oldest first. */
  ofTicket: (ticketId: string) =>
    queryOptions({
      queryKey: ['attachments', ticketId],
      queryFn: () => Array.fromAsync(api.listAttachments.all({ params: { id: ticketId } })),
      staleTime: 5 * 60_000,
    }),
};
