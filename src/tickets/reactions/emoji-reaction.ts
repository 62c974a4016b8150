export const emojiPerItemMax = 20;

/** An emoji on a ticket or comment, with everybody who put it there. */
export interface EmojiReaction {
  emoji: string;
  count: number;
  /** Whether the actor is one of them. */
  me: boolean;
  /** The first of them. */
  users: { id: string; name: string }[];
}
