import type { Queries } from '../../platform/db/index.ts';
import { parseEmoji } from '../../platform/emoji.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { findComment } from '../comments/comment-store.ts';
import { getTicketFor, lockTicketFor } from '../get-ticket.ts';
import { canComment } from '../ticket-access.ts';
import type { TicketRow } from '../ticket-store.ts';
import { type EmojiReaction, emojiPerItemMax } from './emoji-reaction.ts';
import * as store from './emoji-reaction-store.ts';
import { reactionAdded, reactionRemoved, recordReactionEvent } from './reaction-events.ts';

/** The target of a reaction: a ticket, by id or key, or a comment of it. */
export interface ReactionTarget {
  ref: string;
  commentId?: string | undefined;
}

/** Adds the actor's emoji to the ticket or comment. Repeating it changes nothing. Returns all reactions of the item. */
export const addReaction = (scope: Scope, target: ReactionTarget, text: string) =>
  changeReaction(scope, target, text, true);

export const removeReaction = (scope: Scope, target: ReactionTarget, text: string) =>
  changeReaction(scope, target, text, false);

async function changeReaction(
  scope: Scope,
  { ref, commentId }: ReactionTarget,
  text: string,
  isAdded: boolean,
): Promise<EmojiReaction[]> {
  const { actor, clock } = scope;
  const emoji = parseEmoji(text);
  if (emoji === undefined) throw notOneEmoji();
  return scope.write(async (tx) => {
    // The lock of the ticket makes the count of emoji exact.
    const ticket = await lockTicketFor(tx, actor, ref, canComment);
    const comment = commentId === undefined ? undefined : await getComment(tx, ticket, commentId);
    const item = { ticketId: ticket.id, commentId: comment?.id ?? null };
    if (isAdded) await assertRoomFor(tx, item, emoji);
    const isChanged = isAdded
      ? await store.insertReaction(tx, item, emoji, actor.userId, clock.now())
      : await store.deleteReaction(tx, item, emoji, actor.userId);
    const id = store.reactionItemId(item);
    const reactions = (await store.listReactionsOf(tx, [id], actor.userId)).get(id) ?? [];
    if (isChanged) {
      const type = isAdded ? reactionAdded : reactionRemoved;
      const count = reactions.find((reaction) => reaction.emoji === emoji)?.count ?? 0;
      await recordReactionEvent(tx, scope, type, ticket, comment, { emoji, count });
    }
    return reactions;
  });
}

/** For authorizeFirst: throws if the item does not exist or the actor may not react to it. */
export async function assertMayReact(
  { db, actor }: Scope,
  { ref, commentId }: ReactionTarget,
): Promise<void> {
  const ticket = await getTicketFor(db.reads, actor, ref, canComment);
  if (commentId !== undefined) await getComment(db.reads, ticket, commentId);
}

async function getComment(queries: Queries, ticket: TicketRow, id: string) {
  const comment = await findComment(queries, { ticketId: ticket.id, id });
  if (!comment) throw notFound('Comment');
  return comment;
}

async function assertRoomFor(queries: Queries, item: store.ReactionItem, emoji: string): Promise<void> {
  const known = await store.listEmojiOf(queries, item);
  if (known.length < emojiPerItemMax || known.includes(emoji)) return;
  throw invalid({ emoji: [`There are ${emojiPerItemMax} different emoji here, the maximum`] });
}

const notOneEmoji = () => invalid({ emoji: ['Emoji must be one emoji, such as 👍'] });
