import { buildEvent, eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import { ticketStatuses } from '../ticket.ts';
import {
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from '../ticket-events.ts';
import { gateNames, type Missing } from './gate.ts';
import type { Passage } from './pass-gates.ts';

const missing = Type.Array(
  Type.Object({
    gate: choice(gateNames, { examples: ['review'] }),
    text: Type.String({ examples: ['An approval by a person'] }),
  }),
);

const gateForced = eventType({
  name: 'gate.forced',
  meaning: 'a person closed a ticket although gates of the project asked for more',
  payload: ticketPayload({ reason: Type.String({ examples: ['Hotfix, reviewed by phone'] }), missing }),
  activity: ticketActivity('updated'),
  sentence: ({ ticket, reason }) =>
    `closed ${formatTicket(ticket)} despite its gates: ${reason.slice(0, 200)}`,
  isPublic: true,
});
const gateRefused = eventType({
  name: 'gate.refused',
  meaning: 'a pull request or rule would have closed a ticket, but gates of the project ask for more',
  payload: ticketPayload({ status: choice(ticketStatuses), missing }),
  sentence: ({ ticket, missing: what }) =>
    `did not close ${formatTicket(ticket)}. Missing: ${what.map(({ text }) => text).join('; ')}`.slice(
      0,
      1_000,
    ),
  isPublic: true,
});

export const gateEvents = [gateForced, gateRefused];

export const buildForced = (
  scope: Scope,
  ticket: TicketWithHome,
  { missing: what, reason }: NonNullable<Passage['forced']>,
  at: number,
) => buildEvent(gateForced, ticketEventFields(scope, ticket, at, { reason, missing: what }));

/** `by` is the author on the code host; one without an account gets the name of the code host as user id. */
export const recordRefused = (
  tx: Tx,
  by: { userId: string | null; name: string; provider: string },
  ticket: TicketWithHome,
  { status, missing: what }: { status: TicketWithHome['status']; missing: Missing[] },
  at: number,
) =>
  recordEvent(tx, gateRefused, {
    ...ticketEventFields({ actor: { userId: by.userId ?? by.provider, name: by.name } }, ticket, at, {
      status,
      missing: what,
    }),
    actorId: by.userId,
  });
