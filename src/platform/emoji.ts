/** An emoji alone or with a skin tone; only these are joined to others. */
const part = /^(?:\p{Basic_Emoji}|\p{Emoji_Modifier_Base}\p{Emoji_Modifier})$/v;
const flagOrKey = /^(?:\p{RGI_Emoji_Flag_Sequence}|\p{RGI_Emoji_Tag_Sequence}|\p{Emoji_Keycap_Sequence})$/v;
const joiner = '\u200D';
/** A family of four has this many. */
const partsMax = 4;
const emojiPresentation = '\uFE0F';

/**
 * The emoji in its full form (`❤` becomes `❤️`), or undefined if the text is anything but one emoji. Parts are matched one
 * by one, which also accepts joined emoji that no font draws as one, because `\p{RGI_Emoji}` holds every joined emoji:
 * compiling it blocks the thread for 70 ms at its first use, and for 50 ms at its second.
 */
export function parseEmoji(text: string): string | undefined {
  if (isEmoji(text)) return text;
  const full = `${text}${emojiPresentation}`;
  return isEmoji(full) ? full : undefined;
}

function isEmoji(text: string): boolean {
  const parts = text.split(joiner, partsMax + 1);
  return (parts.length <= partsMax && parts.every((one) => part.test(one))) || flagOrKey.test(text);
}
