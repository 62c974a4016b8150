import type { Queries } from '../../platform/db/index.ts';
import type { Actor } from '../../users/index.ts';
import type { EmojiReaction } from './emoji-reaction.ts';
import { listReactionsOf } from './emoji-reaction-store.ts';

/** A ticket or comment. */
interface Reactable {
  id: string;
  reactionCount: number;
}

/** Reads the reactions of all items that have some with one statement, and returns a look-up by item. */
export async function readReactions(queries: Queries, { userId }: Actor, items: Reactable[]) {
  const ids = items.filter(({ reactionCount }) => reactionCount > 0).map(({ id }) => id);
  const reactions = await listReactionsOf(queries, ids, userId);
  return ({ id }: Reactable): EmojiReaction[] => reactions.get(id) ?? [];
}
