import { sql } from '../../platform/db/index.ts';

/** Undefined if the ticket does not exist or is deleted. */
export const findTicketVersion = sql.findValue<{ ticketId: string }, { version: number }>(
  'select version from tickets where id = :ticketId and deleted_at is null',
);
