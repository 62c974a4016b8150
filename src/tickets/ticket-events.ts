import type { Static, TProperties } from 'typebox';
import {
  type ActivityFeed,
  type BuiltEvent,
  buildEvent,
  type EventType,
  eventType,
  recordEvents,
} from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { choice, nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import type { Scope } from '../users/index.ts';
import { newPresenter, type WireFields } from './fields/present-fields.ts';
import { type EventField, eventFields, fieldDeclaration } from './fields/ticket-fields.ts';
import { TicketRow } from './fields/ticket-row.ts';
import { describeChanges } from './history/describe-changes.ts';
import type { DescribedChange } from './own-fields/field-changes.ts';
import { fieldValues } from './own-fields/own-field-schemas.ts';
import { presentCounts } from './present-ticket.ts';
import { type Ticket, ticketKey } from './ticket.ts';
import { Counts } from './ticket-schemas.ts';
import type { TicketCounts } from './ticket-store.ts';
import { outcomeVerbs, triageOutcomes } from './triage/triage.ts';

const text = Type.String();
/** In events of imports and in old events, the parts of a row that are not fields are absent. */
export type EventTicket = Omit<WireFields<EventField>, 'version'> & {
  key?: string | undefined;
  workspaceId: string;
  version?: number;
  labelIds?: string[];
  counts?: Static<typeof Counts>;
};
const EventPerson = Type.Object({ id: text, name: text });
const eventTicket = (names: EventField[]) =>
  Type.Unsafe<EventTicket>(
    Type.Object({
      ...Object.fromEntries(names.map((name) => [name, eventFieldSchema(name)])),
      key: Type.Optional(text),
      workspaceId: text,
      labelIds: Type.Optional(Type.Array(text)),
      counts: Type.Optional(Counts),
    }),
  );
const subject = {
  ticket: eventTicket(eventFields.filter((name) => fieldDeclaration(name).inEvents !== 'creation')),
  project: Type.Union([Type.Object({ id: text, name: text, key: text }), Type.Null()]),
  user: EventPerson,
  row: Type.Optional(TicketRow),
};
const ofTicket = Type.Object(subject);
const ofCreation = Type.Object({
  ...subject,
  ticket: eventTicket([...eventFields]),
  imported: Type.Optional(
    Type.Literal(true, { description: 'An import recorded it, with the date of the past' }),
  ),
});
const ofChange = Type.Object({
  ...subject,
  taskId: Type.Optional(
    Type.String({ description: 'The agent task that moved the ticket by being claimed or ended' }),
  ),
  changes: Type.Record(
    text,
    Type.Object({
      from: Type.Unknown(),
      to: Type.Unknown(),
      described: Type.Optional(
        Type.Array(
          Type.Object({
            id: text,
            name: text,
            from: nullable(Type.String({ examples: ['ACME'] })),
            to: nullable(Type.String({ examples: ['Initech'] })),
          }),
          { description: 'Of `fields`: the changed own fields in words' },
        ),
      ),
    }),
  ),
});
function eventFieldSchema(name: EventField) {
  const { kind, nullable, example = 1 } = fieldDeclaration(name);
  const number = kind === 'decimal' ? Type.Number : Type.Integer;
  const isNumber = kind === 'integer' || kind === 'decimal';
  const schema = isNumber ? number({ examples: [example] }) : kind === 'values' ? fieldValues() : text;
  return nullable || name === 'version' ? Type.Optional(schema) : schema;
}

/** The payload of an event about something on a ticket. */
export const ticketPayload = <P extends TProperties>(more: P) => Type.Object({ ...subject, ...more });

export const formatTicket = ({ key, title }: { key?: string | undefined; title: string }) =>
  key ? `${key} ${title}` : title;

/** The entry of an event about a ticket in the actor's activity feed. */
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
export const ticketTriaged = eventType({
  name: 'ticket.triaged',
  meaning: 'somebody decided about a ticket in triage, or a snoozed one waits again',
  payload: Type.Object({
    ...subject,
    outcome: choice(triageOutcomes, { examples: ['accepted'] }),
    duplicateOf: Type.Optional(
      Type.Object({ id: text, key: Type.Optional(text), title: text }, { description: 'Of a duplicate' }),
    ),
    reason: Type.Optional(Type.String({ examples: ['We do not plan this.'] })),
    tellSender: Type.Optional(Type.Literal(true, { description: 'The sender gets a mail' })),
  }),
  sentence: ({ ticket, outcome }) => `${outcomeVerbs[outcome]} ${formatTicket(ticket)}`,
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
  ticketTriaged,
  ticketDeleted,
];

type TicketInHome = Ticket & {
  workspaceId: string;
  projectName: string | null;
  projectKey: string | null;
};
/** Labels and counts are those after the change. */
export type TicketWithHome = TicketInHome & Omit<TicketCounts, 'labelCount'> & { labelIds: string[] };
/** The part of a scope that an event records. */
type ActorOfEvent = { actor: Pick<Scope['actor'], 'userId' | 'name'> };
export type Changes = Record<string, { from: unknown; to: unknown; described?: DescribedChange[] }>;
/** Builds an event, to be recorded by `recordEvents` with the others of the same change. */
export const buildTicketEvent = (
  scope: Scope,
  type: EventType<typeof ofTicket>,
  ticket: TicketWithHome,
  at: number,
): BuiltEvent => {
  const present = type === ticketCreated ? snapshotWithDescription : snapshot;
  return buildEvent(type, ticketFieldsOfEvent(scope, ticket, at, present(ticket), {}));
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

/** The fields of an event about a ticket, with the rest of its payload. */
export const ticketEventFields = <More extends object>(
  by: ActorOfEvent,
  ticket: TicketWithHome,
  at: number,
  more: More,
) => ticketFieldsOfEvent(by, ticket, at, snapshot(ticket), more);

/** The fields of the creation event of an imported ticket, as it was then. */
export const pastCreationFields = (by: ActorOfEvent, ticket: TicketInHome, at: number) =>
  ticketFieldsOfEvent(by, ticket, at, pastSnapshot(ticket), { imported: true as const });

/** True if an import recorded the event: nobody is notified of it, and streams send one event for the whole import. */
export const isOfImport = ({ data }: { data: string }) => data.endsWith('"imported":true}');

/** `shown` is a copy of the present ticket, because events never change. */
const ticketFieldsOfEvent = <More extends object>(
  { actor: { userId, name } }: ActorOfEvent,
  { id, projectId, projectName, projectKey, workspaceId }: TicketInHome,
  at: number,
  shown: EventTicket,
  more: More,
) => ({
  at,
  actorId: userId,
  ticketId: id,
  projectId,
  workspaceId,
  data: {
    ticket: shown,
    project:
      projectId !== null && projectName !== null && projectKey !== null
        ? { id: projectId, name: projectName, key: projectKey }
        : null,
    user: { id: userId, name },
    ...more,
  },
});

const ofHome = {
  key: ({ projectKey, number }: TicketInHome) => ticketKey(projectKey, number),
  workspaceId: (ticket: TicketInHome) => ticket.workspaceId,
};
const ofRow = {
  ...ofHome,
  labelIds: (ticket: TicketWithHome) => ticket.labelIds,
  counts: (ticket: TicketWithHome) => presentCounts(ticket),
};
const snapshotWithDescription = newPresenter(eventFields, ofRow);
const snapshot = newPresenter(
  eventFields.filter((name) => fieldDeclaration(name).inEvents !== 'creation'),
  ofRow,
);
const pastSnapshot = newPresenter(
  eventFields.filter((name) => name !== 'version'),
  ofHome,
);
