import type { TProperties } from 'typebox';
import {
  type ActivityFeed,
  type BuiltEvent,
  buildEvent,
  type EventType,
  eventType,
  recordEvents,
} from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { describeChanges } from './describe-changes.ts';
import { presenterOf, type WireFields } from './present-fields.ts';
import { type Ticket, ticketKey } from './ticket.ts';
import { type EventField, eventFields, fieldDeclaration } from './ticket-fields.ts';

const text = Type.String();
const EventPerson = Type.Object({ id: text, name: text });
const eventTicket = (names: EventField[]) =>
  Type.Unsafe<WireFields<EventField> & { key?: string | undefined; workspaceId: string }>(
    Type.Object({
      ...Object.fromEntries(names.map((name) => [name, eventSchemaOf(name)])),
      key: Type.Optional(text),
      workspaceId: text,
    }),
  );
const subject = {
  ticket: eventTicket(eventFields.filter((name) => fieldDeclaration(name).inEvents !== 'creation')),
  project: Type.Union([Type.Object({ id: text, name: text, key: text }), Type.Null()]),
  user: EventPerson,
};
const ofTicket = Type.Object(subject);
const ofCreation = Type.Object({ ...subject, ticket: eventTicket([...eventFields]) });
const ofChange = Type.Object({
  ...subject,
  changes: Type.Record(text, Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
});
function eventSchemaOf(name: EventField) {
  const { kind, nullable, example = 1 } = fieldDeclaration(name);
  const schema = kind === 'integer' ? Type.Integer({ examples: [example] }) : text;
  return nullable ? Type.Optional(schema) : schema;
}

/** The payload of an event about something on a ticket. */
export const ticketPayload = <P extends TProperties>(more: P) => Type.Object({ ...subject, ...more });

export const formatTicket = ({ key, title }: { key?: string | undefined; title: string }) =>
  key ? `${key} ${title}` : title;

/** How an event about a ticket appears in the actor's activity feed. */
export const ticketActivity = (action: string, feed: ActivityFeed = 'ticket') => ({
  feed,
  action,
  entity: ({ ticket }: { ticket: { id: string; title: string } }) => ({ id: ticket.id, title: ticket.title }),
});

export const ticketCreated = eventType({
  name: 'ticket.created',
  meaning: 'a new ticket was created',
  payload: ofCreation,
  activity: ticketActivity('created'),
  sentence: ({ ticket }) => `created ${formatTicket(ticket)}`,
  isPublic: true,
});
export const ticketUpdated = eventType({
  name: 'ticket.updated',
  meaning: 'a ticket was updated',
  payload: ofChange,
  activity: ticketActivity('updated'),
  sentence: ({ ticket, changes }) =>
    changes.deleted
      ? `restored ${formatTicket(ticket)}`
      : `changed ${describeChanges(changes)} of ${formatTicket(ticket)}`,
  isPublic: true,
});
export const ticketStatusChanged = eventType({
  name: 'ticket.status_changed',
  meaning: 'a ticket status was changed',
  payload: ofChange,
  sentence: ({ ticket }) => `moved ${formatTicket(ticket)} to ${ticket.status}`,
  isPublic: true,
});
export const ticketAssigned = eventType({
  name: 'ticket.assigned',
  meaning: 'a ticket was assigned',
  payload: ofTicket,
  sentence: ({ ticket }) => `assigned ${formatTicket(ticket)}`,
  isPublic: true,
});
export const ticketDeleted = eventType({
  name: 'ticket.deleted',
  meaning: 'a ticket was deleted',
  payload: ofTicket,
  activity: ticketActivity('deleted'),
  sentence: ({ ticket }) => `deleted ${formatTicket(ticket)}`,
  isPublic: true,
});
export const ticketEvents = [
  ticketCreated,
  ticketUpdated,
  ticketStatusChanged,
  ticketAssigned,
  ticketDeleted,
];

export type TicketWithHome = Ticket & {
  workspaceId: string;
  projectName: string | null;
  projectKey: string | null;
};
/** The part of a scope that an event records. */
type ActorOfEvent = { actor: Pick<Scope['actor'], 'userId' | 'name'> };
export type Changes = Record<string, { from: unknown; to: unknown }>;
/** An event that `recordEvents` records together with the others of the same change. */
export const buildTicketEvent = (
  scope: Scope,
  type: EventType<typeof ofTicket>,
  ticket: TicketWithHome,
  at: number,
): BuiltEvent => {
  const options = { withDescription: type === ticketCreated };
  return buildEvent(type, ticketEventFields(scope, ticket, at, {}, options));
};

export const buildTicketChangeEvent = (
  scope: Scope,
  type: EventType<typeof ofChange>,
  ticket: TicketWithHome,
  changes: Changes,
  at: number,
): BuiltEvent => buildEvent(type, ticketEventFields(scope, ticket, at, { changes }));

export const recordTicketEvent = (tx: Tx, ...args: Parameters<typeof buildTicketEvent>) =>
  recordEvents(tx, [buildTicketEvent(...args)]);

export const recordTicketChange = (tx: Tx, ...args: Parameters<typeof buildTicketChangeEvent>) =>
  recordEvents(tx, [buildTicketChangeEvent(...args)]);

/** The fields of an event about a ticket, with what else its payload has. */
export const ticketEventFields = <More extends object>(
  { actor }: ActorOfEvent,
  ticket: TicketWithHome,
  at: number,
  more: More,
  { withDescription = false } = {},
) => ({
  at,
  actorId: actor.userId,
  ticketId: ticket.id,
  projectId: ticket.projectId,
  workspaceId: ticket.workspaceId,
  data: { ...subjectOf(actor, ticket, withDescription), ...more },
});

/** A copy of the ticket as it is now, since events never change. */
function subjectOf(
  { userId, name }: ActorOfEvent['actor'],
  ticket: TicketWithHome,
  withDescription: boolean,
) {
  const { projectId, projectName, projectKey } = ticket;
  return {
    ticket: withDescription ? snapshotWithDescription(ticket) : snapshot(ticket),
    project:
      projectId !== null && projectName !== null && projectKey !== null
        ? { id: projectId, name: projectName, key: projectKey }
        : null,
    user: { id: userId, name },
  };
}

const derived = {
  key: ({ projectKey, number }: TicketWithHome) => ticketKey(projectKey, number),
  workspaceId: (ticket: TicketWithHome) => ticket.workspaceId,
};
const snapshotWithDescription = presenterOf(eventFields, derived);
const snapshot = presenterOf(
  eventFields.filter((name) => fieldDeclaration(name).inEvents !== 'creation'),
  derived,
);
