import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import type { CommentWithAuthor } from '../comments/comment-store.ts';
import { formatTicket, type TicketWithHome, ticketEventFields, ticketPayload } from '../ticket-events.ts';

const text = Type.String();
const payload = ticketPayload({
  reaction: Type.Object({
    emoji: Type.String({ examples: ['👍'] }),
    /** The number of people who have it on the item now. */
    count: Type.Integer({ examples: [2] }),
  }),
  /** Absent if the reaction is on the ticket itself. */
  comment: Type.Optional(Type.Object({ id: text, authorId: text })),
});

const reactionEvent = (action: string, meaning: string, verbPhrase: (emoji: string) => string) =>
  eventType({
    name: `reaction.${action}`,
    meaning,
    payload,
    sentence: ({ ticket, reaction, comment }) =>
      `${verbPhrase(reaction.emoji)} ${comment ? 'a comment on ' : ''}${formatTicket(ticket)}`,
    isPublic: true,
  });
export const reactionAdded = reactionEvent(
  'added',
  'an emoji was put on a ticket or comment',
  (emoji) => `put ${emoji} on`,
);
export const reactionRemoved = reactionEvent(
  'removed',
  'an emoji was removed from a ticket or comment',
  (emoji) => `removed ${emoji} from`,
);

export const reactionEvents = [reactionAdded, reactionRemoved];

export const recordReactionEvent = (
  tx: Tx,
  scope: Scope,
  type: typeof reactionAdded,
  ticket: TicketWithHome,
  comment: CommentWithAuthor | undefined,
  reaction: { emoji: string; count: number },
) =>
  recordEvent(
    tx,
    type,
    ticketEventFields(scope, ticket, scope.clock.now(), {
      reaction,
      ...(comment && { comment: { id: comment.id, authorId: comment.authorId } }),
    }),
  );
