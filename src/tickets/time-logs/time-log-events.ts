import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import {
  ofTicketAnd,
  placeOf,
  sayTicket,
  subjectOf,
  type TicketWithPlace,
  theTicket,
} from '../ticket-events.ts';

const payload = ofTicketAnd({
  timeLog: Type.Object({ id: Type.String(), minutes: Type.Number(), userId: Type.String() }),
});

const declare = (action: string, meaning: string, says: (minutes: number, ticket: string) => string) =>
  eventType({
    name: `time_log.${action}`,
    meaning,
    payload,
    activity: { feed: 'ticket', action: `time_${action}`, entity: theTicket },
    sentence: ({ ticket, timeLog }) => says(timeLog.minutes, sayTicket(ticket)),
    isPublic: false,
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
  ticket: TicketWithPlace,
  { id, minutes, userId }: { id: string; minutes: number; userId: string },
  at: number,
) =>
  recordEvent(tx, type, {
    ...placeOf(scope, ticket, at),
    data: { ...subjectOf(scope, ticket, false), timeLog: { id, minutes, userId } },
  });
