import type { Queries } from '../../platform/db/index.ts';
import type { Actor } from '../../users/index.ts';
import { type CommentWithMentions, withMentions } from '../mentions/mentions.ts';
import type { EmojiReaction } from '../reactions/emoji-reaction.ts';
import { readReactions } from '../reactions/read-reactions.ts';
import type { CommentWithAuthor } from './comment-store.ts';

/** A comment in the form of answers. */
export type CommentDetails = CommentWithMentions & { reactions: EmojiReaction[] };

export async function withCommentDetails(
  queries: Queries,
  actor: Actor,
  rows: CommentWithAuthor[],
): Promise<CommentDetails[]> {
  const [comments, reactionsOf] = await Promise.all([
    withMentions(queries, rows),
    readReactions(queries, actor, rows),
  ]);
  return comments.map((comment) => Object.assign(comment, { reactions: reactionsOf(comment) }));
}
