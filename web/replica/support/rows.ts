import { initialFields } from '../row-fields.ts';
import type { TicketRow } from '../types.ts';

/** A row with the given fields and plain values for the others. */
export const newTicketRow = (fields: Partial<TicketRow> & { id: string }): TicketRow => ({
  ...initialFields(),
  ...{ key: null, title: 'Ticket', workspaceId: 'workspace', reporterId: 'ben', labelIds: [], rank: 'V' },
  ...{ counts: { comments: 0, attachments: 0, timeLogs: 0 }, version: 1 },
  ...{ createdAt: '2026-11-15T10:00:00.000Z', updatedAt: '2026-11-15T10:00:00.000Z' },
  ...fields,
});
