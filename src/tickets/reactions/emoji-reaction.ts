export const emojiPerItemMax = 20;

/** An emoji on a ticket or comment, with the people who put it there. */
export interface EmojiReaction {
  emoji: string;
  count: number;
  /** True if the actor is one of them. */
  me: boolean;
  /** The first of these people. */
  users: { id: string; name: string }[];
}
