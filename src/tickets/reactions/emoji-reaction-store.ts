import { type Queries, statement } from '../../platform/db/index.ts';
import type { EmojiReaction } from './emoji-reaction.ts';

/** The item with the reaction: a comment, or the ticket itself. */
export interface ReactionItem {
  ticketId: string;
  commentId: string | null;
}
export const reactionItemId = ({ ticketId, commentId }: ReactionItem) => commentId ?? ticketId;

interface ReactionRow {
  itemId: string;
  emoji: string;
  total: number;
  mine: number;
  userId: string;
  userName: string;
}
const usersShown = 5;

type Reaction = { itemId: string; emoji: string; userId: string };

const ofItems = statement<{ itemIds: string[]; me: string; usersShown: number }, ReactionRow>(`
  select x.item_id as "itemId", x.emoji, x.total, x.mine, x.user_id as "userId", u.name as "userName"
  from (select r.item_id, r.emoji, r.user_id,
      count(*) over (partition by r.item_id, r.emoji) as total,
      max(case when r.user_id = :me then 1 else 0 end) over (partition by r.item_id, r.emoji) as mine,
      min(r.created_at) over (partition by r.item_id, r.emoji) as since,
      row_number() over (partition by r.item_id, r.emoji order by r.created_at, r.user_id) as place
    from emoji_reactions r where r.item_id in :itemIds[]) x
  join users u on u.id = x.user_id
  where x.place <= :usersShown
  order by x.since, x.emoji, x.place`);
/** Lists the reactions of each item, the oldest emoji first, with one statement. */
export async function listReactionsOf(
  queries: Queries,
  itemIds: string[],
  me: string,
): Promise<Map<string, EmojiReaction[]>> {
  const reactions = new Map<string, EmojiReaction[]>();
  if (itemIds.length === 0) return reactions;
  for (const row of await queries.list(ofItems, { itemIds, me, usersShown })) {
    const ofItem = reactions.get(row.itemId) ?? [];
    reactions.set(row.itemId, ofItem);
    const user = { id: row.userId, name: row.userName };
    const known = ofItem.find(({ emoji }) => emoji === row.emoji);
    if (known) known.users.push(user);
    else ofItem.push({ emoji: row.emoji, count: row.total, me: row.mine === 1, users: [user] });
  }
  return reactions;
}

const listEmojiOfSql = statement<{ itemId: string }, { emoji: string }>(
  'select distinct emoji from emoji_reactions where item_id = :itemId',
);
export const listEmojiOf = async (queries: Queries, item: ReactionItem) =>
  (await queries.list(listEmojiOfSql, { itemId: reactionItemId(item) })).map(({ emoji }) => emoji);

const insert = statement<Reaction & ReactionItem & { now: number }>(`
  insert into emoji_reactions (item_id, emoji, user_id, ticket_id, comment_id, created_at)
  values (:itemId, :emoji, :userId, :ticketId, :commentId, :now) on conflict do nothing`);
/** Returns true if the reaction is new. */
export async function insertReaction(
  tx: Queries,
  item: ReactionItem,
  emoji: string,
  userId: string,
  now: number,
) {
  const inserted = await tx.run(insert, { ...item, itemId: reactionItemId(item), emoji, userId, now });
  if (inserted === 0) return false;
  await changeCount(tx, item, 1);
  return true;
}

const remove = statement<Reaction>(
  'delete from emoji_reactions where item_id = :itemId and emoji = :emoji and user_id = :userId',
);
/** Returns true if the reaction existed. */
export async function deleteReaction(tx: Queries, item: ReactionItem, emoji: string, userId: string) {
  if ((await tx.run(remove, { itemId: reactionItemId(item), emoji, userId })) === 0) return false;
  await changeCount(tx, item, -1);
  return true;
}

const countOnTicket = statement<{ id: string; change: number }>(
  'update tickets set reaction_count = reaction_count + :change where id = :id',
);
const countOnComment = statement<{ id: string; change: number }>(
  'update comments set reaction_count = reaction_count + :change where id = :id',
);
/** Changes neither version nor `updatedAt`, because a reaction is not an edit. */
const changeCount = (tx: Queries, item: ReactionItem, change: 1 | -1) =>
  tx.run(item.commentId === null ? countOnTicket : countOnComment, { id: reactionItemId(item), change });
