import type { Static } from 'typebox';
import { type EventType, eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { choice, nullable } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import {
  formatTicket,
  type TicketWithHome,
  ticketActivity,
  ticketEventFields,
  ticketPayload,
} from '../ticket-events.ts';
import { type Criterion, checkTypes, criterionStates } from './criterion.ts';

/** Who changed a criterion: an account, or a code host without one. */
export interface CriterionActor {
  userId: string | null;
  name: string;
  provider?: string | undefined;
}

const text = Type.String();
const EventCriterion = Type.Object({
  id: text,
  text,
  check: nullable(Type.Object({ type: choice(checkTypes), value: Type.Optional(text) })),
  state: choice(criterionStates),
  position: Type.Number(),
});
const ofCriterion = ticketPayload({ criterion: EventCriterion });
const ofState = ticketPayload({
  criterion: EventCriterion,
  from: choice(criterionStates),
  commit: Type.Optional(Type.String({ examples: ['1a2b3c4'] })),
});
const ofOrder = ticketPayload({ order: Type.Array(text) });

const quote = ({ text: words }: Static<typeof EventCriterion>) => `“${words.slice(0, 80)}”`;

const criterionCreated = eventType({
  name: 'criterion.created',
  meaning: 'a criterion was added to a ticket',
  payload: ofCriterion,
  activity: ticketActivity('updated'),
  sentence: ({ ticket, criterion }) => `added the criterion ${quote(criterion)} to ${formatTicket(ticket)}`,
  isPublic: true,
});
const criterionUpdated = eventType({
  name: 'criterion.updated',
  meaning: 'the text or the check of a criterion was changed',
  payload: ofCriterion,
  activity: ticketActivity('updated'),
  sentence: ({ ticket, criterion }) => `changed the criterion ${quote(criterion)} of ${formatTicket(ticket)}`,
  isPublic: true,
});
const criterionDeleted = eventType({
  name: 'criterion.deleted',
  meaning: 'a criterion was deleted',
  payload: ofCriterion,
  activity: ticketActivity('updated'),
  sentence: ({ ticket, criterion }) =>
    `deleted the criterion ${quote(criterion)} from ${formatTicket(ticket)}`,
  isPublic: true,
});
const criterionStateChanged = eventType({
  name: 'criterion.state_changed',
  meaning: 'a criterion became shown, stale, failed or open',
  payload: ofState,
  sentence: ({ ticket, criterion }) =>
    `moved the criterion ${quote(criterion)} of ${formatTicket(ticket)} to ${criterion.state}`,
  isPublic: true,
});
const criteriaReordered = eventType({
  name: 'criterion.reordered',
  meaning: 'the criteria of a ticket were put into another order',
  payload: ofOrder,
  sentence: ({ ticket }) => `reordered the criteria of ${formatTicket(ticket)}`,
  isPublic: true,
});

export const criterionEventTypes = {
  created: criterionCreated,
  updated: criterionUpdated,
  deleted: criterionDeleted,
};
export const criterionEvents = [
  criterionCreated,
  criterionUpdated,
  criterionDeleted,
  criterionStateChanged,
  criteriaReordered,
];

export const recordCriterionEvent = (
  tx: Tx,
  by: CriterionActor,
  type: EventType<typeof ofCriterion>,
  ticket: TicketWithHome,
  criterion: Criterion,
  at: number,
) => record(tx, by, type, ticket, at, { criterion: describe(criterion) });

export const recordStateChange = (
  tx: Tx,
  by: CriterionActor,
  ticket: TicketWithHome,
  { criterion, from, commit }: { criterion: Criterion; from: Criterion['state']; commit: string | null },
  at: number,
) =>
  record(tx, by, criterionStateChanged, ticket, at, {
    criterion: describe(criterion),
    from,
    ...(commit !== null && { commit }),
  });

export const recordOrder = (
  tx: Tx,
  by: CriterionActor,
  ticket: TicketWithHome,
  order: string[],
  at: number,
) => record(tx, by, criteriaReordered, ticket, at, { order });

/** Every payload has a user, so a code host without an account gets its name as user id. */
export const criterionEventFields = <More extends object>(
  { userId, name, provider = '' }: CriterionActor,
  ticket: TicketWithHome,
  at: number,
  more: More,
) => ({
  ...ticketEventFields({ actor: { userId: userId ?? provider, name } }, ticket, at, more),
  actorId: userId,
});

const record = <More extends object>(
  tx: Tx,
  by: CriterionActor,
  // biome-ignore lint/suspicious/noExplicitAny: the callers above pass the payload of the type
  type: EventType<any>,
  ticket: TicketWithHome,
  at: number,
  more: More,
) => recordEvent(tx, type, criterionEventFields(by, ticket, at, more));

const describe = ({ id, text: words, checkType, checkValue, state, position }: Criterion) => ({
  id,
  text: words,
  check: checkType === null ? null : { type: checkType, ...(checkValue !== null && { value: checkValue }) },
  state,
  position,
});
