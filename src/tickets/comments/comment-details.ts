import type { Queries } from '../../platform/db/index.ts';
import type { Actor } from '../../users/index.ts';
import { type CommentWithMentions, withMentions } from '../mentions/mentions.ts';
import type { EmojiReaction } from '../reactions/emoji-reaction.ts';
import { readReactions } from '../reactions/read-reactions.ts';
import type { CommentWithAuthor } from './comment-store.ts';

/** A comment in the form of answers. */
export type CommentDetails = CommentWithMentions & { reactions: EmojiReaction[] };

export const withCommentDetails = async (queries: Queries, actor: Actor, rows: CommentWithAuthor[]) =>
  (await readCommentDetails(queries, actor, rows)).comments;

/** The comments with mentions and reactions, and the reactions to their ticket if it is given. Reads only what there is. */
export async function readCommentDetails(
  queries: Queries,
  actor: Actor,
  rows: CommentWithAuthor[],
  ticket?: { id: string; reactionCount: number },
): Promise<{ comments: CommentDetails[]; reactions: EmojiReaction[] }> {
  const hasReactions = ticket !== undefined && ticket.reactionCount > 0;
  if (!hasReactions && rows.every(({ mentionCount, reactionCount }) => mentionCount + reactionCount === 0)) {
    return {
      comments: rows.map((row) => ({ ...row, mentions: [], reactions: [] })),
      reactions: [],
    };
  }
  const [comments, reactionsOf] = await Promise.all([
    withMentions(queries, rows),
    readReactions(queries, actor, ticket ? [ticket, ...rows] : rows),
  ]);
  return {
    comments: comments.map((comment) => Object.assign(comment, { reactions: reactionsOf(comment) })),
    reactions: ticket ? reactionsOf(ticket) : [],
  };
}
