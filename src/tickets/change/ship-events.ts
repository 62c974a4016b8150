import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { CodeActor } from '../links/link-events.ts';
import {
  formatTicket,
  type TicketWithHome,
  ticketEventFields,
  ticketPayload,
  ticketUpdated,
} from '../ticket-events.ts';

/** The version that contains a ticket, and where it was tagged. */
export interface ShippingRelease {
  version: string;
  repository?: string | undefined;
  tag?: string | undefined;
}

const ticketShipped = eventType({
  name: 'ticket.shipped',
  meaning: 'a done ticket is contained in a released version for the first time',
  payload: ticketPayload({
    release: Type.Object({
      version: Type.String({ examples: ['1.4'] }),
      repository: Type.Optional(Type.String({ examples: ['acme/app'] })),
      tag: Type.Optional(Type.String({ examples: ['v1.4'] })),
    }),
  }),
  sentence: ({ ticket, release }) => `${formatTicket(ticket)} is in ${release.version}`,
  isPublic: true,
});

export const shipEvents = [ticketShipped];

/** `ticket.shipped` follows only if `told` names the release. */
export async function recordShipping(
  tx: Tx,
  by: CodeActor,
  ticket: TicketWithHome,
  { from, told }: { from: string | null; told: ShippingRelease | undefined },
): Promise<void> {
  const actor = { userId: by.userId ?? by.provider, name: by.name };
  const changes = { shippedIn: { from, to: ticket.shippedIn } };
  await recordEvent(tx, ticketUpdated, {
    ...ticketEventFields({ actor }, ticket, ticket.updatedAt, { changes }),
    actorId: by.userId,
  });
  if (!told) return;
  const { version, repository, tag } = told;
  const release = { version, ...(repository && { repository }), ...(tag && { tag }) };
  await recordEvent(tx, ticketShipped, {
    ...ticketEventFields({ actor }, ticket, ticket.updatedAt, { release }),
    actorId: by.userId,
  });
}
