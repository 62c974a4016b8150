import type { Ticket } from '../ticket.ts';
import type { TicketCounts } from '../ticket-store.ts';
import type { RowField } from './ticket-fields.ts';

export type StoredTicketRow = Pick<Ticket, RowField> &
  Omit<TicketCounts, 'labelCount'> & {
    projectKey: string | null;
    workspaceId: string;
    /** Sorted and separated by commas; null for a ticket without labels. */
    labelIds: string | null;
  };
