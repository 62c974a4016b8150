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

const text = Type.String();
const payload = ticketPayload({
  comment: Type.Object({ id: text, content: text, authorId: text }),
  /** The ids of users whom earlier versions of the comment did not mention. */
  mentioned: Type.Optional(Type.Array(text)),
});

export const commentCreated = eventType({
  name: 'comment.created',
  meaning: 'a comment was added to a ticket',
  payload,
  activity: ticketActivity('created', 'comment'),
  sentence: ({ ticket }) => `commented on ${formatTicket(ticket)}`,
  isPublic: true,
});
export const commentUpdated = eventType({
  name: 'comment.updated',
  meaning: 'a comment was edited',
  payload,
  activity: ticketActivity('updated', 'comment'),
  sentence: ({ ticket }) => `edited a comment on ${formatTicket(ticket)}`,
  isPublic: true,
});
export const commentDeleted = eventType({
  name: 'comment.deleted',
  meaning: 'a comment was deleted',
  payload,
  activity: ticketActivity('deleted', 'comment'),
  sentence: ({ ticket }) => `deleted a comment on ${formatTicket(ticket)}`,
  isPublic: true,
});

export const commentEvents = [commentCreated, commentUpdated, commentDeleted];

export const recordCommentEvent = (
  tx: Tx,
  scope: Scope,
  type: typeof commentCreated,
  ticket: TicketWithHome,
  {
    id,
    content,
    authorId,
    mentioned = [],
  }: { id: string; content: string; authorId: string; mentioned?: string[] },
  at: number,
) =>
  recordEvent(
    tx,
    type,
    ticketEventFields(scope, ticket, at, {
      comment: { id, content, authorId },
      ...(mentioned.length > 0 && { mentioned }),
    }),
  );
