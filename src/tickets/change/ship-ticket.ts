import type { Tx } from '../../platform/db/index.ts';
import type { CodeActor } from '../links/link-events.ts';
import { nextUpdate } from '../ticket.ts';
import { type LockedTicketRow, updateTicketRow } from '../ticket-store.ts';
import { recordShipping, type ShippingRelease } from './ship-events.ts';

/**
 * Sets the version that contains a locked ticket, or null if that version was withdrawn. People are told of `told` alone.
 */
export async function shipTicket(
  tx: Tx,
  by: CodeActor,
  ticket: LockedTicketRow,
  { version, told }: { version: string | null; told?: ShippingRelease | undefined },
  now: number,
): Promise<void> {
  const after = {
    ...ticket,
    shippedIn: version,
    version: ticket.version + 1,
    updatedAt: nextUpdate(ticket, now),
  };
  await updateTicketRow(tx, ticket, after, ticket.labelIds);
  await recordShipping(tx, by, after, { from: ticket.shippedIn, told });
  Object.assign(ticket, after);
}
