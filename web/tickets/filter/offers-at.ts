interface Answer<T> {
  /** The text for which the server was asked. */
  filter: string;
  position: number;
  /** The range of the word that an item replaces. */
  from: number;
  to: number;
  items: readonly T[];
}

/**
 * The items of an answer that fit at the caret. Until the next answer arrives, the previous one is used as long as the
 * same word is continued; undefined if it no longer fits.
 */
export function offersAt<T extends { text: string }>(
  answer: Answer<T> | undefined,
  text: string,
  caret: number,
): { from: number; to: number; items: readonly T[] } | undefined {
  if (!answer) return undefined;
  const { filter, position, from, to, items } = answer;
  if (filter === text && position === caret) return { from, to, items };
  const typed = text.slice(from, caret);
  const isSameWord =
    caret >= from && filter.slice(0, from) === text.slice(0, from) && /^[^\s(),"'=<>!~]*$/.test(typed);
  if (!isSameWord) return undefined;
  const fitting = items.filter((item) => item.text.toLowerCase().startsWith(typed.toLowerCase()));
  return { from, to: caret, items: fitting };
}
