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
  comment: Type.Object({
    id: text,
    content: text,
    authorId: text,
    parentId: Type.Optional(Type.String({ description: 'Of a reply: the first comment of its thread' })),
  }),
  /** The ids of users whom earlier versions of the comment did not mention. */
  mentioned: Type.Optional(Type.Array(text)),
});

const commentEvent = (action: string, meaning: string, verbPhrase: string) =>
  eventType({
    name: `comment.${action}`,
    meaning,
    payload,
    activity: ticketActivity(action, 'comment'),
    sentence: ({ ticket }) => `${verbPhrase} on ${formatTicket(ticket)}`,
    isPublic: true,
  });
export const commentCreated = commentEvent('created', 'a comment was added to a ticket', 'commented');
export const commentUpdated = commentEvent('updated', 'a comment was edited', 'edited a comment');
export const commentDeleted = commentEvent('deleted', 'a comment was deleted', 'deleted a comment');

export const threadResolved = commentEvent(
  'resolved',
  'a thread of comments was resolved',
  'resolved a thread',
);
export const threadReopened = commentEvent(
  'reopened',
  'a resolved thread of comments was opened again',
  'reopened a thread',
);

export const commentEvents = [commentCreated, commentUpdated, commentDeleted, threadResolved, threadReopened];

export const recordCommentEvent = (
  tx: Tx,
  scope: Scope,
  type: typeof commentCreated,
  ticket: TicketWithHome,
  {
    id,
    content,
    authorId,
    parentId,
    mentioned = [],
  }: { id: string; content: string; authorId: string; parentId: string | null; mentioned?: string[] },
  at: number,
) =>
  recordEvent(
    tx,
    type,
    ticketEventFields(scope, ticket, at, {
      comment: { id, content, authorId, ...(parentId !== null && { parentId }) },
      ...(mentioned.length > 0 && { mentioned }),
    }),
  );
