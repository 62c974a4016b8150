import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import {
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from '../ticket-events.ts';

const payload = ticketPayload({
  timeLog: Type.Object({ id: Type.String(), minutes: Type.Number(), userId: Type.String() }),
});

const declare = (action: string, meaning: string, sentence: (minutes: number, ticket: string) => string) =>
  eventType({
    name: `time_log.${action}`,
    meaning,
    payload,
    activity: ticketActivity(`time_${action}`),
    sentence: ({ ticket, timeLog }) => sentence(timeLog.minutes, formatTicket(ticket)),
    isStreamed: true,
  });

export const timeLogCreated = declare(
  'created',
  'time was logged on a ticket',
  (minutes, ticket) => `logged ${minutes} minutes on ${ticket}`,
);
export const timeLogUpdated = declare(
  'updated',
  'logged time was changed',
  (minutes, ticket) => `changed logged time to ${minutes} minutes on ${ticket}`,
);
export const timeLogDeleted = declare(
  'deleted',
  'logged time was deleted',
  (minutes, ticket) => `deleted ${minutes} logged minutes of ${ticket}`,
);

export const timeLogEvents = [timeLogCreated, timeLogUpdated, timeLogDeleted];

export const recordTimeLogEvent = (
  tx: Tx,
  scope: Scope,
  type: typeof timeLogCreated,
  ticket: TicketWithHome,
  { id, minutes, userId }: { id: string; minutes: number; userId: string },
  at: number,
) => recordEvent(tx, type, ticketEventFields(scope, ticket, at, { timeLog: { id, minutes, userId } }));
