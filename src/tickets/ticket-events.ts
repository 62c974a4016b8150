import type { TProperties } from 'typebox';
import {
  type BuiltEvent,
  buildEvent,
  type EventType,
  eventType,
  recordEvent,
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
const EventTicket = Type.Unsafe<WireFields<EventField> & { key?: string | undefined; workspaceId: string }>(
  Type.Object({
    ...Object.fromEntries(eventFields.map((name) => [name, eventSchemaOf(name)])),
    key: Type.Optional(text),
    workspaceId: text,
  }),
);
const subject = {
  ticket: EventTicket,
  project: Type.Union([Type.Object({ id: text, name: text, key: text }), Type.Null()]),
  user: EventPerson,
};
const ofTicket = Type.Object(subject);
const ofChange = Type.Object({
  ...subject,
  changes: Type.Record(text, Type.Object({ from: Type.Unknown(), to: Type.Unknown() })),
});
const ofComment = Type.Object({
  ...subject,
  comment: Type.Object({ id: text, content: text, authorId: text }),
  /** The ids of those whom the comment mentions for the first time. */
  mentioned: Type.Optional(Type.Array(text)),
});

function eventSchemaOf(name: EventField) {
  const { kind, nullable, inEvents } = fieldDeclaration(name);
  const schema = kind === 'integer' ? Type.Integer() : text;
  return nullable || inEvents === 'creation' ? Type.Optional(schema) : schema;
}

/** The payload of an event on a ticket that another room records. */
export const ofTicketAnd = <P extends TProperties>(more: P) => Type.Object({ ...subject, ...more });

export const sayTicket = ({ key, title }: { key?: string | undefined; title: string }) =>
  key ? `${key} ${title}` : title;

export const theTicket = ({ ticket }: { ticket: { id: string; title: string } }) => ({
  id: ticket.id,
  title: ticket.title,
});

export const ticketCreated = eventType({
  name: 'ticket.created',
  meaning: 'a new ticket was created',
  payload: ofTicket,
  activity: { feed: 'ticket', action: 'created', entity: theTicket },
  sentence: ({ ticket }) => `created ${sayTicket(ticket)}`,
  isPublic: true,
});
export const ticketUpdated = eventType({
  name: 'ticket.updated',
  meaning: 'a ticket was updated',
  payload: ofChange,
  activity: { feed: 'ticket', action: 'updated', entity: theTicket },
  sentence: ({ ticket, changes }) =>
    changes.deleted
      ? `restored ${sayTicket(ticket)}`
      : `changed ${describeChanges(changes)} of ${sayTicket(ticket)}`,
  isPublic: true,
});
export const ticketStatusChanged = eventType({
  name: 'ticket.status_changed',
  meaning: 'a ticket status was changed',
  payload: ofChange,
  sentence: ({ ticket }) => `moved ${sayTicket(ticket)} to ${ticket.status}`,
  isPublic: true,
});
export const ticketAssigned = eventType({
  name: 'ticket.assigned',
  meaning: 'a ticket was assigned',
  payload: ofTicket,
  sentence: ({ ticket }) => `assigned ${sayTicket(ticket)}`,
  isPublic: true,
});
export const ticketDeleted = eventType({
  name: 'ticket.deleted',
  meaning: 'a ticket was deleted',
  payload: ofTicket,
  activity: { feed: 'ticket', action: 'deleted', entity: theTicket },
  sentence: ({ ticket }) => `deleted ${sayTicket(ticket)}`,
  isPublic: true,
});
export const commentCreated = eventType({
  name: 'comment.created',
  meaning: 'a comment was added to a ticket',
  payload: ofComment,
  activity: { feed: 'comment', action: 'created', entity: theTicket },
  sentence: ({ ticket }) => `commented on ${sayTicket(ticket)}`,
  isPublic: true,
});
export const commentUpdated = eventType({
  name: 'comment.updated',
  meaning: 'a comment was edited',
  payload: ofComment,
  activity: { feed: 'comment', action: 'updated', entity: theTicket },
  sentence: ({ ticket }) => `edited a comment on ${sayTicket(ticket)}`,
  isPublic: true,
});
export const commentDeleted = eventType({
  name: 'comment.deleted',
  meaning: 'a comment was deleted',
  payload: ofComment,
  activity: { feed: 'comment', action: 'deleted', entity: theTicket },
  sentence: ({ ticket }) => `deleted a comment on ${sayTicket(ticket)}`,
  isPublic: true,
});

export const ticketEvents = [
  ticketCreated,
  ticketUpdated,
  ticketStatusChanged,
  ticketAssigned,
  ticketDeleted,
  commentCreated,
  commentUpdated,
  commentDeleted,
];

export type TicketWithPlace = Ticket & {
  workspaceId: string;
  projectName: string | null;
  projectKey: string | null;
};
/** The part of a scope that an event remembers. */
type By = { actor: Pick<Scope['actor'], 'userId' | 'name'> };
export type Changes = Record<string, { from: unknown; to: unknown }>;
export interface EventComment {
  id: string;
  content: string;
  authorId: string;
  mentioned?: string[];
}

/** What happened to a ticket, still to be written down with what else the same change brings about. */
export const ticketHappened = (
  scope: Scope,
  type: EventType<typeof ofTicket>,
  ticket: TicketWithPlace,
  at: number,
): BuiltEvent =>
  buildEvent(type, {
    ...placeOf(scope, ticket, at),
    data: subjectOf(scope, ticket, type === ticketCreated),
  });

export const ticketChanged = (
  scope: Scope,
  type: EventType<typeof ofChange>,
  ticket: TicketWithPlace,
  changes: Changes,
  at: number,
): BuiltEvent =>
  buildEvent(type, {
    ...placeOf(scope, ticket, at),
    data: { ...subjectOf(scope, ticket, false), changes },
  });

export const recordTicketEvent = (tx: Tx, ...what: Parameters<typeof ticketHappened>) =>
  recordEvents(tx, [ticketHappened(...what)]);

export const recordTicketChange = (tx: Tx, ...what: Parameters<typeof ticketChanged>) =>
  recordEvents(tx, [ticketChanged(...what)]);

export const recordCommentEvent = (
  tx: Tx,
  scope: Scope,
  type: EventType<typeof ofComment>,
  ticket: TicketWithPlace,
  { id, content, authorId, mentioned = [] }: EventComment,
  at: number,
) =>
  recordEvent(tx, type, {
    ...placeOf(scope, ticket, at),
    data: {
      ...subjectOf(scope, ticket, false),
      comment: { id, content, authorId },
      ...(mentioned.length > 0 && { mentioned }),
    },
  });

export const placeOf = ({ actor }: By, ticket: TicketWithPlace, at: number) => ({
  at,
  actorId: actor.userId,
  ticketId: ticket.id,
  projectId: ticket.projectId,
  workspaceId: ticket.workspaceId,
});

/** Frozen as it is now. The description comes along once, at the creation; later only its changes do. */
export function subjectOf({ actor }: By, ticket: TicketWithPlace, withDescription: boolean) {
  const { projectId, projectName, projectKey } = ticket;
  return {
    ticket: withDescription ? snapshotWithDescription(ticket) : snapshot(ticket),
    project:
      projectId !== null && projectName !== null && projectKey !== null
        ? { id: projectId, name: projectName, key: projectKey }
        : null,
    user: { id: actor.userId, name: actor.name },
  };
}

const derived = {
  key: ({ projectKey, number }: TicketWithPlace) => ticketKey(projectKey, number),
  workspaceId: (ticket: TicketWithPlace) => ticket.workspaceId,
};
const snapshotWithDescription = presenterOf(eventFields, derived);
const snapshot = presenterOf(
  eventFields.filter((name) => fieldDeclaration(name).inEvents !== 'creation'),
  derived,
);
